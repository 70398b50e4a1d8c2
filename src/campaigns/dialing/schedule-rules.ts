import { DateTime, IANAZone } from 'luxon';
import type { components } from '../../../generated/api.ts';
import type { Timestamp } from '../../timestamp.ts';
import { isZone } from '../zone-rules.ts';

type Schedule = components['schemas']['ScheduleConfig'];
type Slot = Schedule['slots'][number];

/** An invalid schedule or time zone: no call is placed. */
export class UnreadableSchedule extends Error {}

/**
 * Whether a contact in the zone may be called now. Local wall-clock time decides: a time that a daylight-saving change
 * skips does not exist, one that it repeats counts twice.
 */
export function isOpen(schedule: Schedule | null, zone: string, now: Timestamp): boolean {
  if (!isInForce(schedule)) return true;
  const local = localTime(now, zone);
  return schedule.slots.some((slot) => covers(slot, local));
}

/** When calls may next be placed, now included; undefined if never. */
export function nextOpening(
  schedule: Schedule | null,
  zone: string,
  now: Timestamp,
): Timestamp | undefined {
  if (isOpen(schedule, zone, now)) return now;
  if (!isInForce(schedule)) return undefined;
  const today = dayOf(localTime(now, zone));
  const openings = Array.from({ length: daysAhead }, (_, days) => today + days * dayMs)
    .flatMap((day) => openingsOn(day, zone, schedule.slots))
    .filter((opening) => opening > Date.parse(now));
  return openings.length === 0 ? undefined : new Date(Math.min(...openings)).toISOString();
}

/** A week, plus the same weekday again for a slot that a daylight-saving change skips. */
const daysAhead = 15;

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

const isInForce = (schedule: Schedule | null): schedule is Schedule => schedule?.enabled === true;

function localTime(timestamp: Timestamp, zone: string): DateTime {
  if (!isZone(zone))
    throw new UnreadableSchedule(`"${zone}" is not a time zone of the IANA data base.`);
  return DateTime.fromISO(timestamp, { zone });
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

/** The timestamps at which slots of a day start: none if the start is skipped, two if it is repeated. */
function openingsOn(day: number, zone: string, slots: readonly Slot[]): number[] {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return slots
    .filter(({ day_of_week }) => day_of_week === weekday)
    .flatMap((slot) => {
      const from = day + minuteOf(slot.start_time) * minuteMs;
      const to = day + minuteOf(slot.end_time) * minuteMs;
      return stretches(day, zone).flatMap(({ begin, end, offset }) => {
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
