import { conflict } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { WorkflowsApp } from '../context.ts';
import * as sessions from '../sessions/queries.ts';

export const runSpeech = {
  async streamRunSpeech({ params, body, caller, signal }, app) {
    const { organization_id } = caller;
    const { state, voice } = await sessions.get(app.db, { organization_id, ...params });
    if (state === 'completed') throw ended();
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
