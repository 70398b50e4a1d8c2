import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import {
  holidayAt,
  isOpen,
  nextOpening,
  type Schedule,
  UnreadableSchedule,
} from './schedule-rules.ts';

interface SentHours {
  readonly enabled?: boolean;
  readonly timezone: string;
  readonly slots: readonly components['schemas']['ScheduleSlot'][];
}

interface HoursFault {
  readonly loc: string[];
  readonly msg: string;
  readonly input: unknown;
}

export const zoneRule =
  'Must be a time zone of the IANA database, in its upper and lower case, such as America/New_York.';

/** The errors of hours that the schema cannot express. Slots may overlap: calls are placed inside any of them. */
export function hoursFaults(
  { enabled = true, timezone, slots }: SentHours,
  { at, isZone }: { readonly at: readonly string[]; readonly isZone: (name: string) => boolean },
): HoursFault[] {
  const zone = isZone(timezone)
    ? []
    : [{ loc: [...at, 'timezone'], msg: zoneRule, input: timezone }];
  const none =
    enabled && slots.length === 0
      ? [
          {
            loc: [...at, 'slots'],
            msg: 'An enabled schedule needs at least one slot.',
            input: slots,
          },
        ]
      : [];
  const backward = slots.flatMap(({ start_time, end_time }, index) =>
    // Both have two digits each, so they compare as text.
    start_time < end_time
      ? []
      : [
          {
            loc: [...at, 'slots', String(index), 'end_time'],
            msg: `Must be later than start_time, ${start_time}. Split hours across midnight into two slots: one day until 24:00 and the next from 00:00.`,
            input: end_time,
          },
        ],
  );
  return [...zone, ...none, ...backward];
}

/** Why and until when the hours hold a call to somebody in the zone. */
export interface Closing {
  readonly rule: 'slots' | 'holiday';
  readonly timezone: string;
  /** A clause that begins with where they are closed. */
  readonly reason: string;
  /** Null: never, as far as is known. */
  readonly opens_at: Timestamp | null;
}

/** Undefined if the hours allow the call now. Hours that cannot be read allow none. */
export function closingOf(
  hours: Schedule | null,
  zone: string | null,
  now: Timestamp,
): Closing | undefined {
  if (!hours) return undefined;
  const timezone = zone ?? hours.timezone;
  try {
    if (isOpen(hours, timezone, now)) return undefined;
    const holiday = holidayAt(hours, timezone, now);
    return {
      rule: holiday ? 'holiday' : 'slots',
      timezone,
      reason: `in ${timezone}${holiday ? ` on a holiday (${holiday.name})` : ''}`,
      opens_at: nextOpening(hours, timezone, now) ?? null,
    };
  } catch (error) {
    if (!(error instanceof UnreadableSchedule)) throw error;
    return { rule: 'slots', timezone, reason: `because ${error.message}`, opens_at: null };
  }
}
