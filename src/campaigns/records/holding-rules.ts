import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import { isOpen, nextOpening, UnreadableSchedule } from '../dialing/schedule-rules.ts';
import type { SkipReason } from '../dialing/skip-rules.ts';

type Hold = components['schemas']['ContactHold'];
type Schedule = components['schemas']['ScheduleConfig'];

const rulesOfHalts: Readonly<Record<string, Hold['rule']>> = {
  circuit_breaker_tripped: 'circuit_breaker',
  approval_not_in_force: 'approval',
  telephony_configuration_missing: 'telephony_configuration',
  no_caller_number: 'caller_number',
};

/** The rule that pauses a campaign with the event; the others are about its workflow. */
export const ruleOfHalt = (event: string): Hold['rule'] =>
  rulesOfHalts[event] ?? 'workflow_published';

export const ruleOfSkip: Readonly<Record<SkipReason, Hold['rule']>> = {
  do_not_call: 'do_not_call',
  no_prior_consent: 'prior_consent',
  destination_not_served: 'destination',
};

interface Contact {
  readonly timezone: string | null;
  readonly due_at: Timestamp | null;
}

/** Until when the contact waits: for its next attempt, and then until the schedule is open in its time zone. */
export function hoursHold(
  schedule: Schedule,
  { timezone, due_at }: Contact,
  now: Timestamp,
): Hold | undefined {
  const zone = timezone || schedule.timezone;
  try {
    if (due_at !== null && due_at > now)
      return {
        rule: 'retry',
        detail: 'The contact waits for its next attempt.',
        until: nextOpening(schedule, zone, due_at) ?? null,
      };
    if (isOpen(schedule, zone, now)) return undefined;
    const detail = `The schedule is closed in ${zone}.`;
    return { rule: 'hours', detail, until: nextOpening(schedule, zone, now) ?? null };
  } catch (error) {
    if (!(error instanceof UnreadableSchedule)) throw error;
    return { rule: 'hours', detail: error.message, until: null };
  }
}
