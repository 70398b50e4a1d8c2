import { DateTime, IANAZone } from 'luxon';
import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import { isZone } from '../../time/zone-rules.ts';

type Slot = components['schemas']['ScheduleSlot'];
type Holiday = components['schemas']['Holiday'];

/** When calls may be placed: a campaign's own schedule, or the calling hours of an organization or a workflow. */
export interface Schedule {
  readonly enabled: boolean;
  /** The zone of numbers whose own is unknown. */
  readonly timezone: string;
  readonly slots: readonly Slot[];
  /** Local days without calls. */
  readonly holidays?: readonly Holiday[];
  /** Why it cannot be read, if that is so. */
  readonly unreadable?: string;
}

/** A schedule in the time zone in which it applies. */
export interface Hours {
  readonly schedule: Schedule | null;
  readonly zone: string;
}

/** An invalid schedule or time zone: no call is placed. */
export class UnreadableSchedule extends Error {}

/**
 * Whether a contact in the zone may be called now. Local wall-clock time decides: a time that a daylight-saving change
 * skips does not exist, one that it repeats counts twice.
 */
export function isOpen(schedule: Schedule | null, zone: string, now: Timestamp): boolean {
  if (!isInForce(schedule)) return true;
  const local = localTime(now, zone);
  return !holidayOf(schedule, local) && schedule.slots.some((slot) => covers(slot, local));
}

/** The holiday that it is in the zone, if calls may not be placed because of it. */
export const holidayAt = (schedule: Schedule, zone: string, now: Timestamp): Holiday | undefined =>
  holidayOf(schedule, localTime(now, zone));

/** Whether all hours allow a call now. */
export const areOpen = (hours: readonly Hours[], now: Timestamp): boolean =>
  hours.every(({ schedule, zone }) => isOpen(schedule, zone, now));

/**
 * When all hours next allow calls, now included; undefined if never, not by the timestamp, if there is one, or not before
 * hours of different zones have opened and closed in turn many times.
 */
export function nextOpeningOfAll(
  hours: readonly Hours[],
  now: Timestamp,
  by?: Timestamp,
): Timestamp | undefined {
  const zones = togetherByZone(hours);
  let at: Timestamp | undefined = now;
  for (let left = maxTurns; left > 0 && at !== undefined; left--) {
    const time: Timestamp = at;
    if (by !== undefined && time > by) return undefined;
    const closed = zones.find(({ schedule, zone }) => !isOpen(schedule, zone, time));
    if (!closed) return time;
    at = nextOpening(closed.schedule, closed.zone, time, by);
  }
  return undefined;
}

/** When calls may next be placed, now included; undefined if never. Days after `by` may be left out. */
export function nextOpening(
  schedule: Schedule | null,
  zone: string,
  now: Timestamp,
  by?: Timestamp,
): Timestamp | undefined {
  if (isOpen(schedule, zone, now)) return now;
  if (!isInForce(schedule)) return undefined;
  const today = dayOf(localTime(now, zone));
  const holidays = new Set(schedule.holidays?.map(({ date }) => Date.parse(date)));
  const slots = Map.groupBy(schedule.slots, ({ day_of_week }) => day_of_week);
  // Each holiday may take the place of the only slot of its week.
  const end = today + (daysAhead + 7 * holidays.size) * dayMs;
  const last = by === undefined ? end : Math.min(end, dayOf(localTime(by, zone)) + dayMs);
  const after = Date.parse(now);
  for (let day = today; day < last; day += dayMs) {
    // A change of the clocks at midnight may repeat a part of the day before.
    const openings = [day, day + dayMs]
      .filter((either) => !holidays.has(either))
      .flatMap((either) => openingsOn(either, zone, slots.get(weekdayOf(either)) ?? []))
      .filter((opening) => opening > after);
    if (openings.length > 0) return new Date(Math.min(...openings)).toISOString();
  }
  return undefined;
}

/** The hours that are in force, as one for each zone: what opens in turn there is compared once, not for every day. */
function togetherByZone(hours: readonly Hours[]): readonly Hours[] {
  const schedules = new Map<string, Schedule>();
  for (const { schedule, zone } of hours) {
    if (!isInForce(schedule)) continue;
    const former = schedules.get(zone);
    schedules.set(zone, former ? both(former, schedule) : schedule);
  }
  return [...schedules].map(([zone, schedule]) => ({ zone, schedule }));
}

/** Allows what both schedules allow in one zone. Times have two digits each, so they compare as text. */
function both(one: Schedule, other: Schedule): Schedule {
  const others = Map.groupBy(joined(other.slots), ({ day_of_week }) => day_of_week);
  const slots = joined(one.slots).flatMap(({ day_of_week, start_time, end_time }) =>
    (others.get(day_of_week) ?? []).flatMap((slot) => {
      const start = start_time > slot.start_time ? start_time : slot.start_time;
      const end = end_time < slot.end_time ? end_time : slot.end_time;
      return start < end ? [{ day_of_week, start_time: start, end_time: end }] : [];
    }),
  );
  const holidays = [...(one.holidays ?? []), ...(other.holidays ?? [])];
  return { enabled: true, timezone: one.timezone, slots, holidays };
}

/** The same times in slots of which none overlap or touch, so that there are few where two schedules meet. */
function joined(slots: readonly Slot[]): readonly Slot[] {
  const apart: Slot[] = [];
  const inOrder = slots.toSorted(
    (one, other) =>
      one.day_of_week - other.day_of_week || (one.start_time < other.start_time ? -1 : 1),
  );
  for (const slot of inOrder) {
    const last = apart.at(-1);
    if (last?.day_of_week !== slot.day_of_week || last.end_time < slot.start_time) apart.push(slot);
    else if (last.end_time < slot.end_time)
      apart.push({ ...apart.pop()!, end_time: slot.end_time });
  }
  return apart;
}

/** A week, plus the same weekday again for a slot that a daylight-saving change skips. */
const daysAhead = 15;
/** How often hours that open in turn are compared. */
const maxTurns = 50;

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

function isInForce(schedule: Schedule | null): schedule is Schedule {
  if (schedule?.unreadable !== undefined) throw new UnreadableSchedule(schedule.unreadable);
  return schedule?.enabled === true;
}

function localTime(timestamp: Timestamp, zone: string): DateTime {
  if (!isZone(zone))
    throw new UnreadableSchedule(`"${zone}" is not a time zone of the IANA data base.`);
  return DateTime.fromISO(timestamp, { zone });
}

function holidayOf({ holidays = [] }: Schedule, local: DateTime): Holiday | undefined {
  if (holidays.length === 0) return undefined;
  const today = local.toISODate();
  return holidays.find(({ date }) => date === today);
}

function covers(slot: Slot, local: DateTime): boolean {
  const minute = local.hour * 60 + local.minute;
  return (
    local.weekday - 1 === slot.day_of_week &&
    minuteOf(slot.start_time) <= minute &&
    minute < minuteOf(slot.end_time)
  );
}

/** Minutes since midnight of `HH:MM`. */
function minuteOf(time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined)
    throw new UnreadableSchedule(`"${time}" is not a time of the day.`);
  return Number(hours) * 60 + Number(minutes);
}

/** A local day, as the timestamp of its midnight in UTC. */
const dayOf = ({ year, month, day }: DateTime): number => Date.UTC(year, month - 1, day);

const weekdayOf = (day: number): number => (new Date(day).getUTCDay() + 6) % 7;

/** The timestamps at which the day's slots start: none if the start is skipped, two if it is repeated. */
function openingsOn(day: number, zone: string, slots: readonly Slot[]): number[] {
  if (slots.length === 0) return [];
  const around = stretches(day, zone);
  return slots.flatMap((slot) => {
    const from = day + minuteOf(slot.start_time) * minuteMs;
    const to = day + minuteOf(slot.end_time) * minuteMs;
    return around.flatMap(({ begin, end, offset }) => {
      const opening = Math.max(from - offset, begin);
      return opening < Math.min(to - offset, end) ? [opening] : [];
    });
  });
}

interface Stretch {
  readonly begin: number;
  readonly end: number;
  readonly offset: number;
}

/** Periods around a day with a constant UTC offset, each with that offset. */
function stretches(day: number, zone: string): Stretch[] {
  const rules = IANAZone.create(zone);
  const offsetAt = (timestamp: number): number => rules.offset(timestamp) * minuteMs;
  // No zone's offset from UTC is larger than this.
  const [first, last] = [day - 15 * 60 * minuteMs, day + dayMs + 15 * 60 * minuteMs];
  const [before, after] = [offsetAt(first), offsetAt(last)];
  if (before === after) return [{ begin: first, end: last, offset: before }];
  let [earlier, change] = [first, last];
  while (change - earlier > minuteMs) {
    const middle = earlier + Math.floor((change - earlier) / 2 / minuteMs) * minuteMs;
    if (offsetAt(middle) === before) earlier = middle;
    else change = middle;
  }
  return [
    { begin: first, end: change, offset: before },
    { begin: change, end: last, offset: after },
  ];
}
