import { isTimestamp, later, parseTimestamp, type Timestamp } from '../../timestamp.ts';
import type { Refusal } from '../../telephony/refusals.ts';

const maxAheadMs = 90 * 86_400_000;
/** For how long after its time a start is tried, also after an outage. */
const triedForMs = 3_600_000;
/** The pause after a try that can be repeated. */
export const pauseMs = 15_000;

/** The time at which a campaign can be started; undefined if it is none, is over, or is too far ahead. */
export function startTime(text: string, now: Timestamp): Timestamp | undefined {
  if (!isTimestamp(text)) return undefined;
  const time = parseTimestamp(text);
  return time >= now && time <= later(now, maxAheadMs) ? time : undefined;
}

/** What the caller must send instead. */
export const timeRule = 'Must be a time from now to 90 days from now.';

interface Due {
  readonly start_at: Timestamp;
  /** When the API key that scheduled the start was archived. */
  readonly archived_at: Timestamp | null;
}

/** Why a campaign is not started whatever its state; undefined if nothing forbids it. */
export function refusalOf({ start_at, archived_at }: Due, now: Timestamp): Refusal | undefined {
  if (now > later(start_at, triedForMs))
    return {
      code: 'too_late',
      message: 'The campaign could not be started within an hour after its time.',
    };
  if (archived_at !== null)
    return {
      code: 'unauthorized',
      message: 'The API key that scheduled the start is archived.',
    };
  return undefined;
}

export const restored: Refusal = {
  code: 'restored_from_backup',
  message:
    'The campaign may have been started after the backup that the database was restored from.',
};
