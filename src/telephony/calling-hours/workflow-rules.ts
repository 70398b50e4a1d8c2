import type { components } from '../../../generated/api.ts';
import { hoursFaults } from '../../time/hours-rules.ts';
import { isZone } from '../../time/zone-rules.ts';
import type { Schedule } from './schedule-rules.ts';

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
