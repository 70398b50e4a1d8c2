import { describe, expect, test } from 'vitest';
import {
  type CallerNumber,
  createChoices,
  dayAt,
} from '../../../src/telephony/phone-numbers/pool-rules.ts';

const now = '2026-01-06T12:00:00.000Z';
const midnight = '2026-01-07T00:00:00.000Z';

const number = (id: number, more: Partial<CallerNumber> = {}): CallerNumber => ({
  id,
  phone_number: `+1202555${String(id).padStart(4, '0')}`,
  daily_cap: null,
  calls_counted: 0,
  counted_from: null,
  counted_until: null,
  ...more,
});
const capped = (id: number, daily_cap: number, calls_counted: number): CallerNumber =>
  number(id, {
    daily_cap,
    calls_counted,
    counted_from: '2026-01-06T00:00:00.000Z',
    counted_until: midnight,
  });
const people = Array.from({ length: 10_000 }, (_, index) => `+1312${String(5_550_000 + index)}`);

/** The number that each person is called from. */
const chosen = (numbers: readonly CallerNumber[]): (number | undefined)[] =>
  people.map((to_number) => {
    const choice = createChoices(numbers, now)({ to_number });
    return choice.kind === 'from' ? choice.number.id : undefined;
  });

describe('dayAt', () => {
  test.each([
    ['UTC', '2026-01-06T00:00:00.000Z', midnight],
    ['America/New_York', '2026-01-06T05:00:00.000Z', '2026-01-07T05:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-05T18:30:00.000Z', '2026-01-06T18:30:00.000Z'],
    ['no zone', '2026-01-06T00:00:00.000Z', midnight],
  ])('in %s', (zone, begins_at, ends_at) => {
    expect(dayAt(now, zone)).toEqual({ begins_at, ends_at });
  });

  test('is as long as the clocks make it', () => {
    expect(dayAt('2026-03-08T12:00:00.000Z', 'America/New_York')).toEqual({
      begins_at: '2026-03-08T05:00:00.000Z',
      ends_at: '2026-03-09T04:00:00.000Z',
    });
  });
});

describe('createChoices', () => {
  const ten = Array.from({ length: 10 }, (_, index) => number(index + 1));

  test('gives each number an even share of people, the same ones each time', () => {
    const first = chosen(ten);

    const shares = Object.values(Object.groupBy(first, String)).map((share) => share!.length);
    expect(chosen(ten.toReversed())).toEqual(first);
    expect(shares).toHaveLength(10);
    expect(Math.min(...shares)).toBeGreaterThan(900);
    expect(Math.max(...shares)).toBeLessThan(1100);
  });

  test('changes nothing for those whose number stays when another one leaves', () => {
    const before = chosen(ten);

    const after = chosen(ten.filter(({ id }) => id !== 4));

    const moved = before.filter((id, index) => after[index] !== id);
    expect(new Set(moved)).toEqual(new Set([4]));
  });

  test('takes the next number when one has reached its cap, each call counted', () => {
    const choose = createChoices([capped(1, 3, 1), capped(2, 5, 4)], now);

    const kinds = people.slice(0, 5).map((to_number) => {
      const choice = choose({ to_number });
      return choice.kind === 'from' ? choice.number.id : choice;
    });

    expect(kinds.slice(0, 3).filter((id) => id === 1)).toHaveLength(2);
    expect(kinds.slice(3)).toEqual([
      { kind: 'capped', until: midnight },
      { kind: 'capped', until: midnight },
    ]);
  });

  test('counts nothing of a day that has ended', () => {
    const choose = createChoices([capped(1, 1, 1)], midnight);

    expect(choose({ to_number: people[0]! }).kind).toBe('from');
  });

  test('keeps whoever was called before with that number, also when it has to wait', () => {
    const numbers = [capped(1, 3, 3), number(2)];
    const choose = createChoices(numbers, now);
    const wanted = { to_number: people[0]! };

    expect(choose({ ...wanted, before: numbers[0]!.phone_number })).toEqual({
      kind: 'later',
      until: midnight,
    });
    expect(choose({ ...wanted, before: numbers[1]!.phone_number })).toEqual({
      kind: 'from',
      number: numbers[1],
    });
    expect(choose({ ...wanted, before: '+12025559999' })).toEqual({
      kind: 'from',
      number: numbers[1],
    });
  });
});
