import type { components } from '../../../generated/api.ts';
import { phaseOf } from '../runs/phase-rules.ts';
import { transcriptShown } from '../runs/transcript-rules.ts';
import type { SessionRow } from './queries.ts';

type RunSession = components['schemas']['RunSession'];

/** The session of a run. What was gathered replaces the run's own values, and these the workflow's defaults. */
export const runSession = (
  {
    template_context_variables,
    consent_given,
    consent_ts,
    started_at,
    is_dialing,
    transfer_state,
    pinned_tools: _pinned,
    published_at: _published,
    provider: _provider,
    handoff_id,
    handoff_briefing,
    handoff_transcript,
    first_workflow_id,
    ...row
  }: SessionRow,
  tools: RunSession['tools'],
): RunSession => ({
  ...row,
  tools,
  phase: phaseOf({ state: row.state, started_at, is_dialing, transfer_state }),
  variables: {
    ...template_context_variables,
    ...row.initial_context,
    ...row.gathered_context,
  },
  consent: { consent_given, consent_ts },
  handoff:
    handoff_id === null
      ? null
      : {
          transfer_id: handoff_id,
          first_workflow_id,
          briefing: handoff_briefing,
          transcript: transcriptShown(handoff_transcript) ?? [],
        },
});
