import { DateTime } from 'luxon';
import { type Timestamp, timestampOf } from '../../timestamp.ts';
import { isZone } from '../../time/zone-rules.ts';

/** A number that calls can be made from, and what was counted of it. */
export interface CallerNumber {
  readonly id: number;
  readonly phone_number: string;
  /** Maximum number of calls in a day; null: no maximum, nothing is counted. */
  readonly daily_cap: number | null;
  readonly calls_counted: number;
  /** The day whose calls were counted last; null: none yet. */
  readonly counted_from: Timestamp | null;
  readonly counted_until: Timestamp | null;
}

export interface Day {
  readonly begins_at: Timestamp;
  readonly ends_at: Timestamp;
}

/** The calendar day in the time zone, or in UTC if there is no such zone. */
export function dayAt(now: Timestamp, zone: string): Day {
  const begin = DateTime.fromISO(now, { zone: isZone(zone) ? zone : 'UTC' }).startOf('day');
  return {
    begins_at: timestampOf(begin.toJSDate()),
    ends_at: timestampOf(begin.plus({ days: 1 }).startOf('day').toJSDate()),
  };
}

type Counted = Pick<CallerNumber, 'calls_counted' | 'counted_until'>;

/** The calls of the day that has not ended. */
export const callsToday = ({ calls_counted, counted_until }: Counted, now: Timestamp): number =>
  counted_until !== null && counted_until > now ? calls_counted : 0;

const roomOf = (number: CallerNumber, now: Timestamp): number =>
  number.daily_cap === null ? Infinity : number.daily_cap - callsToday(number, now);

/** A call that needs a caller number. */
export interface Wanted {
  /** In E.164. */
  readonly to_number: string;
  /** The number from which the person was called before; undefined or null: none. */
  readonly before?: string | null | undefined;
}

/**
 * What a call is made from. `later`: the number from which the person was called before has reached its cap. `capped`:
 * all numbers have. Both until the next day begins.
 */
type Choice =
  | { readonly kind: 'from'; readonly number: CallerNumber }
  | { readonly kind: 'later' | 'capped'; readonly until: Timestamp };

/**
 * Chooses the numbers of calls in their order; each choice takes one call of its number's cap. Whoever was called before
 * is called from the same number, as long as it is one of these. Others get the number that their own chooses: the same
 * one each time, and a pool that gains or loses a number changes the choice for that number's share alone (rendezvous
 * hashing). There must be at least one number.
 */
export function createChoices(
  numbers: readonly CallerNumber[],
  now: Timestamp,
): (wanted: Wanted) => Choice {
  const room = new Map(numbers.map((number) => [number, roomOf(number, now)]));
  const take = (number: CallerNumber): Choice => {
    room.set(number, room.get(number)! - 1);
    return { kind: 'from', number };
  };
  return ({ to_number, before }) => {
    const free = numbers.filter((number) => room.get(number)! > 0);
    if (free.length === 0) return { kind: 'capped', until: resetOf(numbers, now) };
    const known = numbers.find((each) => each.phone_number === before);
    if (known)
      return free.includes(known) ? take(known) : { kind: 'later', until: resetOf([known], now) };
    const seed = seedOf(to_number);
    return take(free.reduce((best, each) => (score(seed, each) > score(seed, best) ? each : best)));
  };
}

/** When the first of numbers that have reached their caps can be called from again. */
const resetOf = (numbers: readonly CallerNumber[], now: Timestamp): Timestamp =>
  numbers.flatMap(({ counted_until }) => counted_until ?? []).toSorted()[0] ?? now;

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/. */
function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    seed = Math.imul(seed ^ text.charCodeAt(index), 0x01000193);
  return seed;
}

/** A number that looks random, the same for the same two. The steps are the finalizer of MurmurHash3. */
function score(seed: number, { id }: CallerNumber): number {
  let mixed = seed ^ Math.imul(id, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
