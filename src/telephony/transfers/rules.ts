import type { components } from '../../../generated/api.ts';
import type { Transition } from '../../transition.ts';
import type { CallStatus, PlacementResult, TransferReading } from '../carriers/carrier.ts';
import type { LegDocument } from '../carriers/requests.ts';

type Schemas = components['schemas'];
export type TransferStatus = Schemas['RunTransferStatus'];
export type FailureCode = Schemas['TransferFailureCode'];

/** How long the destination rings. */
export const ringSeconds = 30;
/** Nothing is expected of the carrier after this time. */
export const unfinishedMs = 120_000;
/** How many requests to take a call back a carrier gets, with pauses of 10 seconds. */
export const maxRecalls = 5;
export const recallPauseMs = 10_000;
/** How many times a carrier gets a command about the call to the destination, with the same pauses. */
export const maxStepTries = 5;

export const transferTransitions = {
  request: { from: [], to: 'requested', by: ['createRunTransfer'] },
  ring: { from: ['requested'], to: 'ringing', by: [], when: 'the destination rings' },
  bridge: { from: ['requested', 'ringing'], to: 'bridged', by: [], when: 'somebody answers' },
  fail: {
    from: ['requested', 'ringing'],
    to: 'failed',
    by: [],
    when: 'nobody answers, a rule forbids it, the call ends',
  },
  cancel: { from: ['requested', 'ringing'], to: 'canceled', by: ['cancelRunTransfer'] },
} as const satisfies Readonly<Record<string, Transition<TransferStatus>>>;

export type Ending = Exclude<TransferStatus, 'requested' | 'ringing'>;

export const isUnfinished = (status: TransferStatus): status is 'requested' | 'ringing' =>
  transferTransitions.cancel.from.some((each) => each === status);

/** What becomes of a transfer; `connect`: the carrier is told to connect the two. */
export type Effect =
  | { readonly by: 'ring' | 'bridge' | 'connect' }
  | { readonly by: 'fail'; readonly failure: FailureCode; readonly hangs_up?: true };

/**
 * What a report about the call to the destination does. A call that has ended normally was answered, also if the report of
 * that comes later or never.
 */
const effects: Readonly<Record<CallStatus, Effect>> = {
  ringing: { by: 'ring' },
  answered: { by: 'bridge' },
  completed: { by: 'bridge' },
  busy: { by: 'fail', failure: 'busy' },
  no_answer: { by: 'fail', failure: 'no_answer' },
  failed: { by: 'fail', failure: 'carrier_failure' },
  canceled: { by: 'fail', failure: 'carrier_failure' },
};

export interface Screened {
  /** Whether the carrier finds out who answers before the two are connected. */
  readonly detects: boolean;
  readonly stage: 'connect' | 'connecting' | null;
}

type News = Pick<
  Extract<TransferReading, { readonly kind: 'transfer' }>,
  'status' | 'answered_by' | 'carrier_code'
>;

/**
 * What a report does to a transfer; undefined: nothing. Where machines are detected, the answer alone connects nobody, and who
 * cannot be told from a person is one.
 */
export function effectOf({ detects, stage }: Screened, news: News): Effect | undefined {
  const { status, answered_by } = news;
  if (!detects) return status === 'connected' ? undefined : effects[status];
  if (status === 'connected') return stage === null ? undefined : { by: 'bridge' };
  if (status === 'completed') return { by: 'fail', failure: 'hung_up' };
  if (status !== 'answered') return effects[status];
  if (answered_by === undefined) return { by: 'ring' };
  if (answered_by === 'machine') return { by: 'fail', failure: 'machine', hangs_up: true };
  return stage === null ? { by: 'connect' } : undefined;
}

/** What the destination hears of a transfer whose carrier asks for it. */
export function documentOf(status: TransferStatus, { stage }: Screened): LegDocument {
  if (status === 'bridged') return 'connect';
  if (!isUnfinished(status)) return 'hang_up';
  return stage === null ? 'wait' : 'connect';
}

/** Why nobody is connected after the carrier's immediate answer; undefined: that is not known yet. */
export const failureOf = (result: { readonly kind: PlacementResult['kind'] }) =>
  failures[result.kind];

const failures: Readonly<Record<PlacementResult['kind'], FailureCode | undefined>> = {
  accepted: undefined,
  unknown: undefined,
  refused: 'refused',
  account_refused: 'refused',
  rate_limited: 'connection_error',
  unavailable: 'connection_error',
};

const messages: Readonly<Record<FailureCode, string>> = {
  busy: 'The destination is busy.',
  no_answer: 'Nobody answered.',
  machine: 'A machine answered.',
  hung_up: 'The destination hung up before the two were connected.',
  refused: 'The carrier refused the request.',
  carrier_failure: 'The carrier could not connect the destination.',
  connection_error: 'The carrier was not reached, or accepts no requests now. Nothing was sent.',
  unknown: 'The carrier did not report what became of it, and may have connected the two.',
  call_ended: 'The call ended first.',
  do_not_call: 'The destination was added to the do-not-call list. Nothing was sent.',
  outside_hours: 'The calling hours closed. Nothing was sent.',
  approval_not_in_force: 'The approval is no longer in force. Nothing was sent.',
  configuration_missing: 'The telephony configuration of the call was deleted. Nothing was sent.',
  organization_suspended: 'The organization was suspended. Nothing was sent.',
  too_late: 'The request was not sent in time.',
};

export const isFailure = (word: string): word is FailureCode => Object.hasOwn(messages, word);

export const messageOf = (code: FailureCode): string => messages[code];

export type Destination = Schemas['TransferDestination'];

/** Whether the carrier tells machines from people before it connects anybody: unless it is switched off. */
export const detects = ({ has_machine_detection }: Destination): boolean =>
  has_machine_detection ?? true;

const name = /^[A-Za-z0-9_-]{1,64}$/;
const number = /^[+][1-9][0-9]{6,14}$/;

/** The destinations of a workflow's configurations, which may have been stored before they were checked. */
export function destinationsOf(configurations: Readonly<Record<string, unknown>>): Destination[] {
  const said = configurations['transfer_destinations'];
  return Array.isArray(said) ? said.filter((each) => isDestination(each)) : [];
}

const isDestination = (value: unknown): value is Destination =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'phone_number' in value &&
  name.test(String(value.name)) &&
  number.test(String(value.phone_number)) &&
  (!('timezone' in value) || typeof value.timezone === 'string') &&
  (!('has_machine_detection' in value) || typeof value.has_machine_detection === 'boolean');
