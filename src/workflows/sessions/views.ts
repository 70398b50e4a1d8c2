import type { components } from '../../../generated/api.ts';
import { phaseOf } from '../runs/phase-rules.ts';
import type { SessionRow } from './queries.ts';

/** The session of a run. What was gathered replaces the run's own values, and these the workflow's defaults. */
export const runSession = ({
  template_context_variables,
  consent_given,
  consent_ts,
  started_at,
  is_dialing,
  ...row
}: SessionRow): components['schemas']['RunSession'] => ({
  ...row,
  phase: phaseOf({ state: row.state, started_at, is_dialing }),
  variables: {
    ...template_context_variables,
    ...row.initial_context,
    ...row.gathered_context,
  },
  consent: { consent_given, consent_ts },
});
