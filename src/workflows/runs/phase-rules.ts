import type { components } from '../../../generated/api.ts';
import type { TransferState } from './agent-rules.ts';
import { type Failed, shown } from './failure-rules.ts';

type Phase = components['schemas']['RunPhase'];

/** What a run's phase is derived from. */
interface Phased {
  readonly state: components['schemas']['RunState'];
  readonly started_at: string | null;
  /** Whether its carrier is being sent the call and has not answered. */
  readonly is_dialing: boolean;
  /** What transfers have made of its call. */
  readonly transfer_state: TransferState;
}

/** How far a run is. A test run has no call: it is `queued` until its first turn or part, then `talking`. */
export function phaseOf({ state, started_at, is_dialing, transfer_state }: Phased): Phase {
  if (state === 'completed') return 'ended';
  if (state === 'initialized') return is_dialing ? 'dialing' : 'queued';
  if (started_at === null) return 'ringing';
  return transfer_state ?? 'talking';
}

/** A run as lists show it. */
export function summarized<Run extends Phased & Failed>({
  is_dialing,
  transfer_state,
  ...run
}: Run) {
  return { ...shown(run), phase: phaseOf({ ...run, is_dialing, transfer_state }) };
}
