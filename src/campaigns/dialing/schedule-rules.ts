import { DateTime, IANAZone } from 'luxon';
import type { components } from '../../../generated/api.ts';
import type { Moment } from '../../moment.ts';

type Schedule = components['schemas']['ScheduleConfig'];
type Slot = Schedule['slots'][number];

/** A schedule or zone that says nothing sensible: no call is placed by it. */
export class UnreadableSchedule extends Error {}

/**
 * Whether a call may be placed now to a contact whose clocks show the zone's time. The clock on the wall decides: a time
 * that a change of the clocks skips does not exist, one that it repeats counts both times.
 */
export function isOpen(schedule: Schedule | null, zone: string, now: Moment): boolean {
  if (!isInForce(schedule)) return true;
  const local = localTime(now, zone);
  return schedule.slots.some((slot) => covers(slot, local));
}

/** When calls may next be placed, now included; undefined if never. */
export function nextOpening(
  schedule: Schedule | null,
  zone: string,
  now: Moment,
): Moment | undefined {
  if (isOpen(schedule, zone, now)) return now;
  if (!isInForce(schedule)) return undefined;
  const today = localTime(now, zone).startOf('day');
  const openings = Array.from({ length: daysAhead }, (_, days) => today.plus({ days }))
    .flatMap((day) => schedule.slots.flatMap((slot) => openingsOn(day, slot)))
    .filter((opening) => opening.toMillis() > Date.parse(now))
    .toSorted((one, other) => one.toMillis() - other.toMillis());
  return openings[0]?.toUTC().toISO() ?? undefined;
}

/** A week, and the same weekday again for a slot that a change of the clocks swallowed. */
const daysAhead = 15;

/** What a change of the clocks can be: half an hour on Lord Howe, an hour nearly everywhere, two in a few years. */
const repeatsMinutes = [0, 30, 60, 120];

const isInForce = (schedule: Schedule | null): schedule is Schedule => schedule?.enabled === true;

function localTime(moment: Moment, zone: string): DateTime {
  if (!IANAZone.isValidZone(zone))
    throw new UnreadableSchedule(`"${zone}" is not a time zone of the IANA data base.`);
  return DateTime.fromISO(moment, { zone });
}

function covers(slot: Slot, local: DateTime): boolean {
  const minute = local.hour * 60 + local.minute;
  return (
    local.weekday - 1 === slot.day_of_week &&
    minuteOf(slot.start_time) <= minute &&
    minute < minuteOf(slot.end_time)
  );
}

/** Minutes from midnight of `HH:MM`. */
function minuteOf(time: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined)
    throw new UnreadableSchedule(`"${time}" is not a time of the day.`);
  return Number(hours) * 60 + Number(minutes);
}

/** The moments of a day at which a slot begins: none, one, or two where its beginning is repeated. */
function openingsOn(day: DateTime, slot: Slot): DateTime[] {
  const start = minuteOf(slot.start_time);
  const wall = { hour: Math.floor(start / 60), minute: start % 60 };
  const first = day.set(wall);
  return repeatsMinutes
    .map((minutes) => firstOpenMinute(first.plus({ minutes }), slot))
    .filter((opening) => opening !== undefined);
}

/** The beginning of the time in the slot that the moment lies in; a skipped beginning moves it to the end of the gap. */
function firstOpenMinute(moment: DateTime, slot: Slot): DateTime | undefined {
  if (!covers(slot, moment)) return undefined;
  let opening = moment;
  for (let back = 0; back < 180; back++) {
    const earlier = opening.minus({ minutes: 1 });
    if (!covers(slot, earlier)) return opening;
    opening = earlier;
  }
  return moment;
}
