import type { components } from '../../../generated/api.ts';
import type { Transition } from '../../transition.ts';
import type { Withheld } from './permission-rules.ts';

export type RunState = components['schemas']['RunState'];
export type Outcome =
  | 'completed'
  | 'busy'
  | 'no_answer'
  | 'voicemail'
  | 'failed'
  | 'canceled'
  | 'unknown';

export type FailureWord =
  | 'refused'
  | 'carrier_failure'
  | 'connection_error'
  | 'agent_failed'
  | 'timed_out'
  | 'no_callback'
  | 'restored_from_backup'
  | Exclude<Withheld, 'campaign'>;

/** What can be reported about a call: by its carrier, or by the service itself. */
export type ReportEvent =
  | 'accepted'
  | 'ringing'
  | 'answered'
  | Exclude<Outcome, 'unknown' | 'voicemail'>
  | 'refused'
  | 'unreachable'
  | 'timed_out'
  | 'no_callback'
  | 'restored_from_backup'
  | Exclude<Withheld, 'campaign'>;

export interface Ending {
  readonly to: 'completed';
  readonly outcome: Outcome;
  readonly failure: FailureWord | null;
}

const going = { to: 'running' } as const;
const ends = (outcome: Outcome, failure: FailureWord | null = null): Ending => ({
  to: 'completed',
  outcome,
  failure,
});

/** What a report does to a run that has not ended. */
export const effects: Readonly<Record<ReportEvent, typeof going | Ending>> = {
  accepted: going,
  ringing: going,
  answered: going,
  completed: ends('completed'),
  busy: ends('busy'),
  no_answer: ends('no_answer'),
  canceled: ends('canceled'),
  failed: ends('failed', 'carrier_failure'),
  refused: ends('failed', 'refused'),
  unreachable: ends('failed', 'connection_error'),
  timed_out: ends('unknown', 'timed_out'),
  no_callback: ends('unknown', 'no_callback'),
  do_not_call: ends('canceled', 'do_not_call'),
  no_prior_consent: ends('canceled', 'no_prior_consent'),
  approval_not_in_force: ends('canceled', 'approval_not_in_force'),
  configuration_missing: ends('canceled', 'configuration_missing'),
  outside_hours: ends('canceled', 'outside_hours'),
  too_late: ends('canceled', 'too_late'),
  organization_suspended: ends('canceled', 'organization_suspended'),
  restored_from_backup: ends('canceled', 'restored_from_backup'),
};

/** The end of a call that somebody hung up, whatever its carrier reports. */
export const hungUp = ends('canceled');
/** The end of a completed call that a machine answered. */
export const toMachine = ends('voicemail');
/** The end of a completed call whose agent runtime failed. Nobody is called again because of it. */
export const withoutAgent = ends('completed', 'agent_failed');

/** How the run of a call begins. */
export const callTransitions = {
  create: {
    from: [],
    to: 'initialized',
    by: ['initiateCall', 'createScheduledCall', 'startCampaign', 'receiveInboundCall'],
  },
} as const satisfies Readonly<Record<string, Transition<RunState>>>;

/** A call that has not ended, as the table `live_calls` has it. Its row is removed when it ends. */
export type LiveState = 'queued' | 'claimed' | 'placing' | 'ringing' | 'in_progress';

export const liveTransitions = {
  queue: { from: [], to: 'queued', by: ['initiateCall', 'createScheduledCall'] },
  claim: { from: ['queued'], to: 'claimed', by: [], when: 'a worker takes it' },
  claimContact: { from: [], to: 'claimed', by: ['startCampaign'], when: 'contact claimed' },
  place: { from: ['claimed'], to: 'placing', by: [], when: 'its turn, rules allow it' },
  /** The contacts of campaigns return to their campaign instead. */
  giveBack: { from: ['claimed'], to: 'queued', by: [], when: 'not placed yet' },
  defer: { from: ['placing'], to: 'queued', by: [], when: 'carrier unavailable' },
  ring: { from: ['placing'], to: 'ringing', by: [], when: 'accepted, ringing' },
  receive: { from: [], to: 'ringing', by: ['receiveInboundCall'] },
  answer: { from: ['placing', 'ringing'], to: 'in_progress', by: [], when: 'answered' },
  withhold: { from: ['claimed'], to: 'ended', by: [], when: 'a rule forbids it' },
  hangUp: { from: ['queued', 'claimed'], to: 'ended', by: ['hangUpRun'] },
  end: { from: ['placing', 'ringing', 'in_progress'], to: 'ended', by: [], when: 'end reported' },
} as const satisfies Readonly<Record<string, Transition<LiveState | 'ended'>>>;
