import { isTimestamp, later, parseTimestamp, type Timestamp } from '../../timestamp.ts';

const maxAheadMs = 30 * 86_400_000;

/** When somebody wants to be called again; undefined for what is no time, or too far ahead. */
export function callBackTime(text: string, now: Timestamp): Timestamp | undefined {
  const time = isTimestamp(text) ? parseTimestamp(text) : undefined;
  return time !== undefined && time <= later(now, maxAheadMs) ? time : undefined;
}

/** What the caller must send instead. */
export const callBackRule = 'Must be a time at most 30 days from now.';
