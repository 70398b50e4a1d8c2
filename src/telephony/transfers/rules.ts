import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';

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

/** Why a fallback is not rung that was canceled. */
export const canceledFallback = 'canceled';

interface Cancelable {
  readonly status: TransferStatus;
  readonly fallback_refusal: string | null;
}

/** Whether it was canceled, or its fallback. */
export const isCanceled = ({ status, fallback_refusal }: Cancelable): boolean =>
  status === 'canceled' || fallback_refusal === canceledFallback;

interface Call {
  readonly state: Schemas['RunState'];
  readonly hang_up_requested_at: Timestamp | null;
  /** What the carrier is told; null: nothing, or the call has ended. */
  readonly wanted: 'hang_up' | 'message' | 'message_left' | null;
}

/** Whether the call has ended, or somebody ends it: its agent as well. */
export const isEnding = ({ state, hang_up_requested_at, wanted }: Call): boolean =>
  state === 'completed' || hang_up_requested_at !== null || wanted === 'hang_up';

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
