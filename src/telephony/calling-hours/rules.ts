import type { Timestamp } from '../../timestamp.ts';
import {
  holidayAt,
  type Hours,
  isOpen,
  nextOpening,
  nextOpeningOfAll,
  type Schedule,
  UnreadableSchedule,
} from './schedule-rules.ts';

/** The calling hours that a call must obey; null: there are none. */
export interface CallingHours {
  readonly organization: Schedule | null;
  readonly workflow: Schedule | null;
}

/** Why and until when calling hours hold a call to somebody in the zone. */
export interface Closing {
  readonly hours_of: 'organization' | 'workflow';
  readonly rule: 'slots' | 'holiday';
  readonly timezone: string;
  /** A clause that begins with where they are closed. */
  readonly reason: string;
  /** When all of them are open; null: never, as far as is known. */
  readonly opens_at: Timestamp | null;
}

/**
 * Undefined if the hours allow the call now. Of several that are closed, those that never open are shown, or else the
 * organization's. Hours that cannot be read allow no call.
 */
export function closingOf(
  { organization, workflow }: CallingHours,
  zone: string | null,
  now: Timestamp,
): Closing | undefined {
  const all = [
    ...ownedBy('organization', organization, zone),
    ...ownedBy('workflow', workflow, zone),
  ];
  const closings = all.flatMap((hours) => closingOfOne(hours, now) ?? []);
  const [first] = closings;
  const never = closings.find(({ opens_at }) => opens_at === null);
  if (!first || never) return never;
  return { ...first, opens_at: nextOpeningOfAll(all, now) ?? null };
}

interface OwnedHours extends Hours {
  readonly schedule: Schedule;
  readonly hours_of: Closing['hours_of'];
}

const ownedBy = (
  hours_of: Closing['hours_of'],
  schedule: Schedule | null,
  zone: string | null,
): OwnedHours[] => (schedule ? [{ hours_of, schedule, zone: zone ?? schedule.timezone }] : []);

function closingOfOne(
  { hours_of, schedule, zone: timezone }: OwnedHours,
  now: Timestamp,
): Closing | undefined {
  const closing = { hours_of, rule: 'slots', timezone } as const;
  try {
    if (isOpen(schedule, timezone, now)) return undefined;
    const holiday = holidayAt(schedule, timezone, now);
    return {
      ...closing,
      rule: holiday ? 'holiday' : 'slots',
      reason: `in ${timezone}${holiday ? ` on a holiday (${holiday.name})` : ''}`,
      opens_at: nextOpening(schedule, timezone, now) ?? null,
    };
  } catch (error) {
    if (!(error instanceof UnreadableSchedule)) throw error;
    const reason = `because ${error.message.replace(/\.$/, '')}`;
    return { ...closing, reason, opens_at: null };
  }
}

/** The beginning of a sentence about it. */
export const closedSentence = ({ hours_of, reason }: Closing): string =>
  `The ${hours_of}'s calling hours are closed ${reason}`;
