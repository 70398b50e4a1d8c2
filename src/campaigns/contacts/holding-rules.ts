import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import { closedSentence, closingOf } from '../../telephony/calling-hours/rules.ts';
import {
  isOpen,
  nextOpeningOfAll,
  UnreadableSchedule,
} from '../../telephony/calling-hours/schedule-rules.ts';
import { type CampaignHours, hoursIn } from '../dialing/hours-rules.ts';

type Hold = components['schemas']['ContactHold'];

interface Contact {
  readonly timezone: string | null;
  readonly due_at: Timestamp | null;
}

/**
 * Until when the contact waits: for its next attempt, and then until the schedule and the calling hours of the
 * organization and the workflow are open in its time zone.
 */
export function hoursHold(
  campaign: CampaignHours,
  { timezone, due_at }: Contact,
  now: Timestamp,
): Hold | undefined {
  const hours = hoursIn(campaign, timezone);
  try {
    if (due_at !== null && due_at > now)
      return {
        code: 'retry',
        message: 'The contact waits for its next attempt.',
        until: nextOpeningOfAll(hours, due_at) ?? null,
      };
    const closed = hours.find(({ schedule, zone }) => !isOpen(schedule, zone, now));
    if (!closed) return undefined;
    const closing = closingOf(campaign, timezone || null, now);
    const message = closing
      ? `${closedSentence(closing)}.`
      : `The campaign's schedule is closed in ${closed.zone}.`;
    return { code: 'hours', message, until: nextOpeningOfAll(hours, now) ?? null };
  } catch (error) {
    if (!(error instanceof UnreadableSchedule)) throw error;
    return { code: 'hours', message: error.message, until: null };
  }
}
