import { later, msBetween, type Timestamp } from '../timestamp.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** How long a process holds an email that it sends. Longer than an attempt may take. */
export const leaseMs = 2 * minuteMs;
/** How long an attempt may take, whatever the server does. */
export const attemptMs = minuteMs;

/** The pause after each failed attempt; the last one repeats. */
const pausesMs = [
  10 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
];
/** Pauses are longer at random by up to this share, so that emails that failed together are not tried together. */
const jitter = 0.2;

interface Failed {
  /** How many attempts were made so far. */
  readonly attempts: number;
  readonly now: Timestamp;
  /** From 0 to 1. */
  readonly random: number;
}

/** When an email is tried again after an attempt that failed. */
export function nextAttempt({ attempts, now, random }: Failed): Timestamp {
  const pauseMs = pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? hourMs;
  return later(now, Math.round(pauseMs * (1 + jitter * random)));
}

/** Whether an email that was enqueued then is of no use any longer at this time. */
export const isOutdated = (createdAt: Timestamp, usefulMs: number, at: Timestamp): boolean =>
  msBetween(createdAt, at) >= usefulMs;

/** A server that wants a log-in first (RFC 4954). */
const logInRequired = 530;

/**
 * Whether a server refused this email for good: its recipient or its content. A refusal before that, such as of the
 * log-in or of the sender, says something about the configuration, which an operator can correct while the email waits.
 */
export function isRefused(error: Error): boolean {
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (typeof responseCode === 'number' && command === 'MAIL FROM') return false;
  if (responseCode === logInRequired) return false;
  // Without a response the client itself found that the address or the size cannot be sent to this server.
  return typeof responseCode !== 'number' || responseCode >= 500;
}
