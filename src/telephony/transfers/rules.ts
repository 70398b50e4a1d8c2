import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Transition } from '../../transition.ts';
import type { CallStatus, PlacementResult, TransferReading } from '../carriers/carrier.ts';

type Schemas = components['schemas'];
type TransferStatus = Schemas['RunTransferStatus'];
export type FailureCode = Schemas['TransferFailureCode'];

/** How many transfers a call has at most, those that ring fallbacks included: an agent that asks again and again ends. */
export const maxTransfers = 50;
/** How long the destination rings. */
export const ringSeconds = 30;
/** Nothing is expected of the carrier after this time. */
export const unfinishedMs = 120_000;
/** How many requests to take a call back a carrier gets, with pauses of 10 seconds. */
export const maxRecalls = 5;
export const recallPauseMs = 10_000;
/** How long a carrier may take to answer. */
export const requestMs = 10_000;
/** After this time a transfer is no longer on its way to its carrier: a process begins late, then waits. */
export const lostMs = requestMs + 2000;
/** How many times a carrier gets a command about the call to the destination, with the same pauses. */
export const maxStepTries = 5;
/** A fallback is not rung later than this after the failure. */
export const fallbackMs = 30_000;

export const transferTransitions = {
  request: { from: [], to: 'requested', by: ['createRunTransfer'] },
  ring: { from: ['requested'], to: 'ringing', by: [], when: 'the destination rings' },
  brief: {
    from: ['requested', 'ringing'],
    to: 'briefing',
    by: [],
    when: 'somebody answers a warm transfer',
  },
  bridge: {
    from: ['requested', 'ringing', 'briefing'],
    to: 'bridged',
    by: [],
    when: 'somebody answers, and has heard the briefing',
  },
  fail: {
    from: ['requested', 'ringing', 'briefing'],
    to: 'failed',
    by: [],
    when: 'nobody answers, a rule forbids it, the call ends',
  },
  cancel: { from: ['requested', 'ringing', 'briefing'], to: 'canceled', by: ['cancelRunTransfer'] },
  giveBack: {
    from: ['bridged'],
    to: 'failed',
    by: [],
    when: 'the destination hangs up just as the two are connected',
  },
} as const satisfies Readonly<Record<string, Transition<TransferStatus>>>;

type Unfinished = 'requested' | 'ringing' | 'briefing';
export type Ending = Exclude<TransferStatus, Unfinished>;

const isUnfinished = (status: TransferStatus): status is Unfinished =>
  transferTransitions.cancel.from.some((each) => each === status);

/** Why a fallback is not rung that was canceled. */
export const canceledFallback = 'canceled';

interface Cancelable {
  readonly status: TransferStatus;
  readonly fallback_refusal: string | null;
}

/** Whether it was canceled, or its fallback. */
export const isCanceled = ({ status, fallback_refusal }: Cancelable): boolean =>
  status === transferTransitions.cancel.to || fallback_refusal === canceledFallback;

/** What becomes of a transfer; `brief`, `connect`: the carrier is told to do so. */
type Effect =
  | { readonly by: 'ring' | 'brief' | 'bridge' | 'connect' }
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
  // The person hung up while it rang.
  canceled: { by: 'fail', failure: 'call_ended' },
};

interface Call {
  readonly state: Schemas['RunState'];
  readonly hang_up_requested_at: Timestamp | null;
  /** What the carrier is told; null: nothing, or the call has ended. */
  readonly wanted: 'hang_up' | 'message' | 'message_left' | null;
}

/** Whether the call has ended, or somebody ends it: its agent as well. */
export const isEnding = ({ state, hang_up_requested_at, wanted }: Call): boolean =>
  state === 'completed' || hang_up_requested_at !== null || wanted === 'hang_up';

interface Apart {
  readonly kind: Schemas['TransferKind'];
  /** Whether the carrier finds out who answers before the two are connected. */
  readonly detects: boolean;
}

/** How far whoever answered is: is to hear the briefing, hears it, is to be connected, is being connected. */
export type Stage = 'brief' | 'briefing' | 'connect' | 'connecting';

interface Staged extends Apart {
  readonly stage: Stage | null;
}

/** Whether the two are connected only after something else has happened. */
export const isApart = ({ kind, detects }: Apart): boolean => detects || kind === 'warm';

const isBriefed = ({ stage }: Staged): boolean => stage === 'brief' || stage === 'briefing';

type News = Pick<
  Extract<TransferReading, { readonly kind: 'transfer' }>,
  'status' | 'answered_by' | 'briefed' | 'unbridged'
>;

/**
 * What a report does to a transfer; undefined: nothing. Where machines are detected, the answer alone connects nobody, and who
 * cannot be told from a person is one.
 */
export function effectOf(
  transfer: Staged,
  { status, answered_by, briefed, unbridged }: News,
): Effect | undefined {
  const { kind, detects, stage } = transfer;
  if (status === 'completed' && unbridged) return { by: 'fail', failure: 'hung_up' };
  if (!isApart(transfer)) return status === 'connected' ? undefined : effects[status];
  if (status === 'connected')
    return stage === 'connect' || stage === 'connecting' ? { by: 'bridge' } : undefined;
  if (status === 'completed') return { by: 'fail', failure: 'hung_up' };
  if (status !== 'answered') return effects[status];
  if (answered_by === 'machine') return { by: 'fail', failure: 'machine', hangs_up: true };
  if (briefed) return isBriefed(transfer) ? { by: 'connect' } : undefined;
  if (stage !== null) return undefined;
  if (detects && answered_by === undefined) return { by: 'ring' };
  return { by: kind === 'warm' ? 'brief' : 'connect' };
}

/**
 * What the destination hears of a transfer whose carrier asks for it. Who asks again without having heard the briefing
 * hears it again: the answer may have been lost.
 */
export function documentOf(
  transfer: Staged & { readonly status: TransferStatus },
  briefed: boolean,
): 'wait' | 'brief' | 'connect' | 'hang_up' {
  const { status, kind, detects, stage } = transfer;
  if (status === 'bridged') return 'connect';
  if (!isUnfinished(status)) return 'hang_up';
  if (stage === null && detects) return 'wait';
  if (kind === 'cold') return 'connect';
  return briefed && stage !== null ? 'connect' : 'brief';
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

/** Whether the fallback is rung after a failure: nobody answered at the destination, and the call goes on. */
export const ringsFallback: Readonly<Record<FailureCode, boolean>> = {
  busy: true,
  no_answer: true,
  refused: true,
  carrier_failure: true,
  destination_closed: true,
  // Its fallback was a setting of the destination.
  destination_removed: false,
  machine: true,
  hung_up: true,
  // The next request would have the same fate, or ring a second telephone.
  connection_error: false,
  unknown: false,
  call_ended: false,
  do_not_call: false,
  outside_hours: false,
  approval_not_in_force: false,
  configuration_missing: false,
  organization_suspended: false,
  too_late: false,
  workflow_unavailable: false,
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
  destination_closed: "The destination's hours closed. Nothing was sent.",
  destination_removed:
    'The destination was removed from the settings or leads elsewhere, or its number was erased. Nothing was sent.',
  approval_not_in_force: 'The approval is no longer in force. Nothing was sent.',
  configuration_missing: 'The telephony configuration of the call was deleted. Nothing was sent.',
  organization_suspended: 'The organization was suspended. Nothing was sent.',
  too_late: 'The request was not sent in time.',
  workflow_unavailable: 'The workflow of the next agent was archived. Nothing was sent.',
};

export const isFailure = (word: string): word is FailureCode => Object.hasOwn(messages, word);

export const messageOf = (code: FailureCode): string => messages[code];

export type BriefingRequest = Schemas['TransferBriefingRequest'];

export const defaultLanguage = 'en-US';

/** What is wrong with the briefing of a request; undefined if nothing is. */
export function briefingFault(
  kind: Schemas['TransferKind'],
  briefing: unknown,
): string | undefined {
  if (kind === 'warm' && briefing === undefined) return 'A warm transfer needs a briefing.';
  return kind === 'cold' && briefing !== undefined ? 'A cold transfer has no briefing.' : undefined;
}

interface Briefed {
  readonly briefing: string | null;
  readonly briefing_language: string | null;
}

/** What the destination of an unfinished warm transfer hears. */
export const briefingOf = ({ briefing: text, briefing_language: language }: Briefed) =>
  text === null || language === null ? undefined : { text, language };
