import type { components } from '../../../generated/api.ts';
import { isTimestamp, later, parseTimestamp, type Timestamp } from '../../timestamp.ts';

type Schemas = components['schemas'];
type Refusal = Schemas['ScheduledCallRefusal'];

const dayMs = 86_400_000;
const maxAheadMs = 30 * dayMs;

/** Scheduled calls of an organization at once. */
export const maxScheduled = 10_000;
/** For how long a call that has no free slot is tried, and after an outage. */
const triedForMs = 3_600_000;
/** The pause after a try that failed, and of the sweep if there was no slot: a slot that gets free wakes the calls. */
export const pauseMs = 15_000;
/** For how long after its time a call waits for calling hours, or for a day: over a weekend. */
const waitsForHoursMs = 3 * dayMs;
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

interface Waiting {
  readonly scheduled_at: Timestamp;
  /** When the calling hours open, or the day begins, that it waits for. */
  readonly waits_until: Timestamp | null;
}

export const isTooLate = ({ scheduled_at, waits_until }: Waiting, now: Timestamp): boolean =>
  now > later(waits_until ?? scheduled_at, triedForMs);

/** Whether a call may wait for calling hours that open then, or for the day that begins then. */
export const canWaitUntil = (time: Timestamp, scheduled_at: Timestamp): boolean =>
  time <= later(scheduled_at, waitsForHoursMs);

export const tooLate: Refusal = {
  code: 'too_late',
  message:
    'The call could not be initiated within an hour after its time, or after what it waited for.',
};

export const archivedKey: Refusal = {
  code: 'unauthorized',
  message: 'The API key that scheduled the call is archived.',
};

export const restored: Refusal = {
  code: 'restored_from_backup',
  message: 'The call may have been initiated after the backup that the database was restored from.',
};
