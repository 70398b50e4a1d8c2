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
import type { components } from '../../../generated/api.ts';
import { hoursFaults } from '../../time/hours-rules.ts';
import { isZone } from '../../time/zone-rules.ts';

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

type SentHours = components['schemas']['UpdateCallingHoursRequest'];

/**
 * The calling hours of a workflow, or others among its configurations; null: none. Configurations that were stored before this member was described may have
 * anything here: what does not have the form that is accepted now cannot be read, and allows no call.
 */
export function hoursOfWorkflow(stored: unknown, name = 'calling_hours'): Schedule | null {
  if (stored === undefined || stored === null) return null;
  const member = unreadableMember(stored, name);
  if (member === undefined) {
    const { enabled = true, ...hours } = stored as SentHours;
    return { enabled, ...hours };
  }
  const unreadable = `\`${member}\` of the workflow's configurations cannot be read.`;
  return { enabled: true, timezone: 'UTC', slots: [], unreadable };
}

function unreadableMember(stored: unknown, name: string): string | undefined {
  if (!isObject(stored) || !hasOnly(stored, ['enabled', 'timezone', 'slots', 'holidays']))
    return name;
  const { enabled = true, timezone, slots, holidays = [] } = stored;
  if (typeof enabled !== 'boolean') return `${name}.enabled`;
  if (typeof timezone !== 'string') return `${name}.timezone`;
  if (!Array.isArray(slots) || !slots.every(isSlot)) return `${name}.slots`;
  if (!Array.isArray(holidays) || !holidays.every(isHoliday)) return `${name}.holidays`;
  const [fault] = hoursFaults({ enabled, timezone, slots }, { at: [name], isZone });
  return fault?.loc.slice(0, 2).join('.');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function isSlot(value: unknown): value is Schedule['slots'][number] {
  if (!isObject(value) || !hasOnly(value, ['day_of_week', 'start_time', 'end_time'])) return false;
  const { day_of_week: day, start_time, end_time } = value;
  return (
    typeof day === 'number' &&
    [0, 1, 2, 3, 4, 5, 6].includes(day) &&
    typeof start_time === 'string' &&
    timeOfDay.test(start_time) &&
    typeof end_time === 'string' &&
    (end_time === '24:00' || timeOfDay.test(end_time))
  );
}

const isHoliday = (value: unknown): value is NonNullable<Schedule['holidays']>[number] =>
  isObject(value) &&
  hasOnly(value, ['date', 'name']) &&
  typeof value['name'] === 'string' &&
  typeof value['date'] === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value['date']);
