import { conflict } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { WorkflowsApp } from '../context.ts';
import { mustHaveCall } from '../runs/actions.ts';
import * as sessions from '../sessions/queries.ts';

export const runSpeech = {
  async streamRunSpeech({ params, body, caller, signal }, app) {
    const { organization_id } = caller;
    const key = { organization_id, ...params };
    const { state, voice } = await sessions.get(app.db, key);
    if (state === 'completed') throw ended();
    mustHaveCall(await sessions.holder(app.db, key), caller, 'speak');
    if (!voice) throw noVoice();
    return app.speaking.speech({ caller, signal }, { ...body, profile_id: voice.id });
  },
} satisfies HandlersFor<'streamRunSpeech', WorkflowsApp>;

const ended = () => conflict('run_ended', 'The run has ended; its agent speaks no more.');

const noVoice = () =>
  conflict(
    'run_without_voice',
    'The workflow of the run names no voice. Set voice_profile_id in its settings.',
  );
