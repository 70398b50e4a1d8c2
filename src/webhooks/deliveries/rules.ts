const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The pauses after each try that failed; after one more there is no further try. */
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
/** A pause is longer or shorter by up to this share, so that what failed together does not come back together. */
const jitter = 0.1;
const longestRetryAfterMs = 24 * hourMs;

export type Verdict = 'delivered' | 'gone' | 'failed';

export function verdictOn(status: number | null): Verdict {
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}

/** Why an answer does not count; null if it does. */
export function errorIn(status: number): string | null {
  if (verdictOn(status) === 'delivered') return null;
  if (status >= 300 && status < 400)
    return `The endpoint answered ${status}; redirects are not followed.`;
  return `The endpoint answered ${status}.`;
}

interface Failed {
  /** How many tries were made so far. */
  readonly tries: number;
  /** What the endpoint asked for; undefined if it did not. */
  readonly retryAfterMs: number | undefined;
  /** From 0 to 1. */
  readonly chance: number;
}

/** How long to wait for the next try; undefined if there is none. */
export function retryWaitMs({ tries, retryAfterMs = 0, chance }: Failed): number | undefined {
  const wait = waitsMs[tries - 1];
  if (wait === undefined) return undefined;
  return Math.max(Math.round(wait * (1 - jitter + 2 * jitter * chance)), retryAfterMs);
}

/** What a Retry-After header asks for, a day at the most: seconds, or a date against the clock's milliseconds. */
export function retryAfterMs(header: string | undefined, clockMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * secondMs : Date.parse(header) - clockMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestRetryAfterMs);
}

/** What names an event to its receivers. */
export const webhookId = (eventId: string): string => `msg_${eventId.replaceAll('-', '')}`;
