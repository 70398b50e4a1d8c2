import type { Timestamp } from '../../timestamp.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The pause after each failed attempt. The attempt after the last pause is the final one. */
const waitsMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
/** Pauses vary randomly by up to this share, so that simultaneous failures are not retried simultaneously. */
const jitter = 0.1;
export const maxRetryAfterMs = 24 * hourMs;

type Verdict = 'delivered' | 'gone' | 'failed';

export function verdictOn(status: number | null): Verdict {
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}

/** Why a response counts as a failure; null if it does not. */
export function errorIn(status: number): string | null {
  if (verdictOn(status) === 'delivered') return null;
  if (status >= 300 && status < 400)
    return `The endpoint responded with ${status}; redirects are not followed.`;
  return `The endpoint responded with ${status}.`;
}

interface Failed {
  /** How many attempts were made so far. */
  readonly tries: number;
  /** The pause that the endpoint requested; undefined without one. */
  readonly retryAfterMs: number | undefined;
  /** From 0 to 1. */
  readonly chance: number;
}

/** How long to wait before the next attempt; undefined if there is none. */
export function retryWaitMs({ tries, retryAfterMs = 0, chance }: Failed): number | undefined {
  const wait = waitsMs[tries - 1];
  if (wait === undefined) return undefined;
  return Math.max(Math.round(wait * (1 - jitter + 2 * jitter * chance)), retryAfterMs);
}

/** The times between which events are, so that statements look into those months alone. */
export function spanOf(events: readonly { readonly event_created_at: Timestamp }[]): {
  readonly from: Timestamp;
  readonly to: Timestamp;
} {
  const times = events.map(({ event_created_at }) => event_created_at).toSorted();
  return { from: times[0] ?? '', to: times.at(-1) ?? '' };
}

/** The event id that receivers see. */
export const webhookId = (eventId: string): string => `msg_${eventId.replaceAll('-', '')}`;

interface About {
  readonly run_id: number | null;
  readonly campaign_id: number | null;
}

/**
 * Whose deliveries are sent in order: those of a run, or of a campaign itself, as its id with a minus. Undefined if the
 * order does not matter. In the words of `insertComposed`.
 */
export const subjectOf = ({ run_id, campaign_id }: About): number | undefined =>
  run_id ?? (campaign_id === null ? undefined : -campaign_id);
