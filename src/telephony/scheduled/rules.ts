import type { components } from '../../../generated/api.ts';
import { isTimestamp, later, parseTimestamp, type Timestamp } from '../../timestamp.ts';

type Schemas = components['schemas'];
export type Refusal = Schemas['ScheduledCallRefusal'];

const dayMs = 86_400_000;
const maxAheadMs = 30 * dayMs;

/** Scheduled calls of an organization at once. */
export const maxScheduled = 10_000;
/** For how long a call that has no free slot is tried, and after an outage. */
const triedForMs = 3_600_000;
/** The pause after a try for which there was no slot. */
export const pauseMs = 15_000;
/** For how long a call is listed that was initiated, refused or canceled. */
export const listedMs = 90 * dayMs;

/** The time at which a call can be initiated; undefined if it is none, is over, or is too far ahead. */
export function scheduledTime(text: string, now: Timestamp): Timestamp | undefined {
  if (!isTimestamp(text)) return undefined;
  const time = parseTimestamp(text);
  return time >= now && time <= later(now, maxAheadMs) ? time : undefined;
}

/** What the caller must send instead. */
export const timeRule = 'Must be a time from now to 30 days from now.';

export const isTooLate = (scheduled_at: Timestamp, now: Timestamp): boolean =>
  now > later(scheduled_at, triedForMs);

export const tooLate: Refusal = {
  code: 'too_late',
  detail: 'The call could not be initiated within an hour after its time.',
};

export const archivedKey: Refusal = {
  code: 'unauthorized',
  detail: 'The API key that scheduled the call is archived.',
};

export const restored: Refusal = {
  code: 'restored_from_backup',
  detail: 'The call may have been initiated after the backup that the database was restored from.',
};
