import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import {
  areOpen,
  holidayAt,
  isOpen,
  nextOpening,
  nextOpeningOfAll,
  UnreadableSchedule,
} from '../../../src/telephony/calling-hours/schedule-rules.ts';
import { later } from '../../../src/timestamp.ts';
import { clock, wallAllows } from './wall-clock.ts';

type Slot = readonly [day: number, start: string, end: string];

const [monday, saturday, sunday] = [0, 5, 6];

const scheduleOf = (...slots: readonly Slot[]) => ({
  enabled: true,
  timezone: 'UTC',
  slots: slots.map(([day_of_week, start_time, end_time]) => ({
    day_of_week,
    start_time,
    end_time,
  })),
});

// 2026-01-05 is a Monday.
describe('Calls are allowed', () => {
  test.each<[string, Slot, boolean]>([
    ['2026-01-05T08:59:59.999Z', [monday, '09:00', '17:00'], false],
    ['2026-01-05T09:00:00.000Z', [monday, '09:00', '17:00'], true],
    ['2026-01-05T16:59:59.999Z', [monday, '09:00', '17:00'], true],
    ['2026-01-05T17:00:00.000Z', [monday, '09:00', '17:00'], false],
    ['2026-01-06T09:00:00.000Z', [monday, '09:00', '17:00'], false],
    ['2026-01-05T00:00:00.000Z', [monday, '00:00', '24:00'], true],
    ['2026-01-05T23:59:59.999Z', [monday, '00:00', '24:00'], true],
    ['2026-01-06T00:00:00.000Z', [monday, '00:00', '24:00'], false],
    ['2026-01-11T23:59:59.999Z', [sunday, '23:59', '24:00'], true],
    ['2026-01-12T00:00:00.000Z', [sunday, '23:59', '24:00'], false],
  ])('at %s in the slot %j: %s', (timestamp, slot, open) => {
    const schedule = scheduleOf(slot);

    expect(isOpen(schedule, 'UTC', timestamp)).toBe(open);
  });

  test('at any time without a schedule, or with a disabled one, in any time zone', () => {
    const disabled = { ...scheduleOf([monday, '09:00', '17:00']), enabled: false };

    expect(isOpen(null, 'UTC', '2026-01-06T03:00:00.000Z')).toBe(true);
    expect(isOpen(disabled, 'Nowhere/At_All', '2026-01-06T03:00:00.000Z')).toBe(true);
    expect(nextOpening(disabled, 'UTC', '2026-01-06T03:00:00.000Z')).toBe(
      '2026-01-06T03:00:00.000Z',
    );
  });

  test('never without a slot', () => {
    expect(isOpen(scheduleOf(), 'UTC', '2026-01-05T09:00:00.000Z')).toBe(false);
    expect(nextOpening(scheduleOf(), 'UTC', '2026-01-05T09:00:00.000Z')).toBeUndefined();
  });

  test.each([
    ['Asia/Kolkata', '2026-01-05T03:29:59.999Z', false],
    ['Asia/Kolkata', '2026-01-05T03:30:00.000Z', true],
    ['America/New_York', '2026-01-05T13:59:59.999Z', false],
    ['America/New_York', '2026-01-05T14:00:00.000Z', true],
    ['America/New_York', '2026-07-06T13:00:00.000Z', true],
    ['Pacific/Kiritimati', '2026-01-04T19:00:00.000Z', true],
  ])("by the contact's local time in %s at %s: %s", (zone, timestamp, open) => {
    expect(isOpen(scheduleOf([monday, '09:00', '17:00']), zone, timestamp)).toBe(open);
  });
});

// The day and its slots around the change; each row lists the UTC times at which calls are allowed.
describe('When the clocks change, calls are allowed', () => {
  const changes: [string, string, Slot, [string, string][]][] = [
    ['is skipped in New York', 'America/New_York', [sunday, '02:00', '03:00'], []],
    [
      'begins in what New York skips',
      'America/New_York',
      [sunday, '02:30', '03:15'],
      [['2026-03-08T07:00:00.000Z', '2026-03-08T07:15:00.000Z']],
    ],
    [
      'ends in what New York skips',
      'America/New_York',
      [sunday, '01:30', '02:30'],
      [['2026-03-08T06:30:00.000Z', '2026-03-08T07:00:00.000Z']],
    ],
    [
      'is repeated in New York',
      'America/New_York',
      [sunday, '01:15', '01:45'],
      [
        ['2026-11-01T05:15:00.000Z', '2026-11-01T05:45:00.000Z'],
        ['2026-11-01T06:15:00.000Z', '2026-11-01T06:45:00.000Z'],
      ],
    ],
    ['is skipped in London', 'Europe/London', [sunday, '01:00', '02:00'], []],
    [
      'is repeated in London',
      'Europe/London',
      [sunday, '01:00', '01:30'],
      [
        ['2026-10-25T00:00:00.000Z', '2026-10-25T00:30:00.000Z'],
        ['2026-10-25T01:00:00.000Z', '2026-10-25T01:30:00.000Z'],
      ],
    ],
    [
      'begins in what Lord Howe skips',
      'Australia/Lord_Howe',
      [sunday, '02:10', '02:40'],
      [['2026-10-03T15:30:00.000Z', '2026-10-03T15:40:00.000Z']],
    ],
    [
      'ends in what Lord Howe repeats',
      'Australia/Lord_Howe',
      [sunday, '01:15', '01:45'],
      [
        ['2026-04-04T14:15:00.000Z', '2026-04-04T14:45:00.000Z'],
        ['2026-04-04T15:00:00.000Z', '2026-04-04T15:15:00.000Z'],
      ],
    ],
    [
      'has nothing to do with it in Kolkata',
      'Asia/Kolkata',
      [sunday, '01:30', '02:30'],
      [['2026-03-28T20:00:00.000Z', '2026-03-28T21:00:00.000Z']],
    ],
  ];
  /** A time on the Saturday before each of the changes, in the zone's own time. */
  const eves = {
    'is skipped in New York': '2026-03-07',
    'begins in what New York skips': '2026-03-07',
    'ends in what New York skips': '2026-03-07',
    'is repeated in New York': '2026-10-31',
    'is skipped in London': '2026-03-28',
    'is repeated in London': '2026-10-24',
    'begins in what Lord Howe skips': '2026-10-03',
    'ends in what Lord Howe repeats': '2026-04-04',
    'has nothing to do with it in Kolkata': '2026-03-28',
  } as Record<string, string>;

  test.each(changes)('in a slot that %s', (what, zone, slot, expected) => {
    const schedule = scheduleOf(slot);
    const begin = DateTime.fromISO(`${eves[what]}T12:00`, { zone }).toMillis();

    const open = minutesOpen(schedule, zone, begin, 36 * 60);

    expect(open).toEqual(expected);
  });

  test.each(changes)('next at the start of a slot that %s', (what, zone, slot, expected) => {
    const schedule = scheduleOf(slot);
    let now = DateTime.fromISO(`${eves[what]}T12:00`, { zone }).toUTC().toISO()!;

    for (const [begin, end] of expected) {
      expect(nextOpening(schedule, zone, now)).toBe(begin);
      expect(nextOpening(schedule, zone, later(begin, 60_000))).toBe(later(begin, 60_000));
      now = end;
    }
    const following = DateTime.fromISO(nextOpening(schedule, zone, now)!, { zone });
    expect(following.toFormat('HH:mm')).toBe(slot[1]);
    expect(following.diff(DateTime.fromISO(now), 'days').days).toBeGreaterThan(5.9);
  });
});

describe('The next opening', () => {
  test.each<[string, Slot[], string]>([
    ['2026-01-05T10:00:00.000Z', [[monday, '09:00', '17:00']], '2026-01-05T10:00:00.000Z'],
    ['2026-01-05T08:00:00.000Z', [[monday, '09:00', '17:00']], '2026-01-05T09:00:00.000Z'],
    ['2026-01-05T17:00:00.000Z', [[monday, '09:00', '17:00']], '2026-01-12T09:00:00.000Z'],
    ['2026-01-10T17:00:00.000Z', [[monday, '00:00', '24:00']], '2026-01-12T00:00:00.000Z'],
    [
      '2026-01-05T17:00:00.000Z',
      [
        [saturday, '10:00', '11:00'],
        [monday, '18:00', '19:00'],
        [monday, '09:00', '17:00'],
      ],
      '2026-01-05T18:00:00.000Z',
    ],
  ])('after %s with %j is at %s', (now, slots, opening) => {
    expect(nextOpening(scheduleOf(...slots), 'UTC', now)).toBe(opening);
  });

  test('is the first minute in which calls are allowed, for any zone, slots and time', () => {
    const aroundChanges = [
      '2026-03-08T06:00:00.000Z',
      '2026-11-01T05:00:00.000Z',
      '2026-03-29T00:00:00.000Z',
      '2026-10-25T00:00:00.000Z',
      '2026-04-04T14:00:00.000Z',
      '2026-10-03T15:00:00.000Z',
      '2026-01-05T00:00:00.000Z',
    ];
    const minute = fc.integer({ min: 0, max: 1440 });
    const slot = fc
      .tuple(fc.integer({ min: 4, max: 7 }), minute, minute)
      .filter(([, one, other]) => one !== other)
      .map(([day, one, other]): Slot => [
        day % 7,
        clock(Math.min(one, other)),
        clock(Math.max(one, other)),
      ]);
    const nightSlot = fc
      .tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 8 }))
      .map(([start, length]): Slot => [
        sunday,
        clock(60 + start * 10),
        clock(60 + start * 10 + length * 10),
      ]);

    fc.assert(
      fc.property(
        fc.constantFrom('America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata'),
        fc.array(fc.oneof(slot, nightSlot), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...aroundChanges),
        fc.integer({ min: -26 * 60, max: 6 * 60 }),
        (zone, slots, change, minutes) => {
          const schedule = scheduleOf(...slots);
          const now = later(change, minutes * 60_000);

          const opening = nextOpening(schedule, zone, now);

          expect(opening).toBe(firstOpenMinute(schedule, zone, now, opening));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('An invalid schedule', () => {
  test.each(['Nowhere/At_All', '', 'Europe/Londonn', '+02:00'])(
    'has a zone that allows no calls: %j',
    (zone) => {
      const schedule = scheduleOf([monday, '00:00', '24:00']);

      expect(() => isOpen(schedule, zone, '2026-01-05T10:00:00.000Z')).toThrow(UnreadableSchedule);
      expect(() => nextOpening(schedule, zone, '2026-01-05T10:00:00.000Z')).toThrow(
        UnreadableSchedule,
      );
    },
  );

  test.each<Slot>([
    [monday, '9:00', '17:00'],
    [monday, '09:00', 'late'],
    [monday, '', '17:00'],
  ])('has a time that allows no calls: %j, %j, %j', (...slot) => {
    const schedule = scheduleOf(slot);

    expect(() => isOpen(schedule, 'UTC', '2026-01-05T10:00:00.000Z')).toThrow(UnreadableSchedule);
  });
});

type Schedule = ReturnType<typeof scheduleOf>;

/** The periods in which calls are allowed, each checked against the wall clock. */
function minutesOpen(
  schedule: Schedule,
  zone: string,
  begin: number,
  minutes: number,
): [string, string][] {
  const stretches: [string, string][] = [];
  let since: number | undefined;
  for (let ms = begin; ms <= begin + minutes * 60_000; ms += 60_000) {
    const timestamp = new Date(ms).toISOString();
    const open = isOpen(schedule, zone, timestamp);
    expect(open, timestamp).toBe(wallAllows(schedule, zone, ms));
    if (open) since ??= ms;
    else if (since !== undefined) {
      stretches.push([new Date(since).toISOString(), timestamp]);
      since = undefined;
    }
  }
  return stretches;
}

/** The first minute from now that the wall clock allows; searches just beyond the expected one. */
function firstOpenMinute(
  schedule: Schedule,
  zone: string,
  now: string,
  claimed: string | undefined,
): string | undefined {
  const begin = Date.parse(now);
  const end = claimed === undefined ? begin + 15 * 86_400_000 : Date.parse(claimed);
  for (let ms = begin; ms <= end; ms += 60_000)
    if (wallAllows(schedule, zone, ms)) return new Date(ms).toISOString();
  return undefined;
}

describe('On a holiday', () => {
  const christmas = { date: '2026-12-25', name: 'Christmas Day' };
  // A Friday.
  const weekdays = scheduleOf(...[0, 1, 2, 3, 4].map((day): Slot => [day, '09:00', '17:00']));
  const schedule = { ...weekdays, holidays: [christmas] };

  test.each([
    ['2026-12-24T15:00:00.000Z', 'Europe/Berlin', true],
    ['2026-12-25T09:00:00.000Z', 'Europe/Berlin', false],
    // Still Thursday, 16:59.
    ['2026-12-25T02:59:59.999Z', 'Pacific/Honolulu', true],
    // Already Friday, 10:00.
    ['2026-12-24T20:00:00.000Z', 'Pacific/Kiritimati', false],
    // Monday.
    ['2026-12-28T08:00:00.000Z', 'Europe/Berlin', true],
  ])('nobody is called by the local date: %s in %s: %s', (now, zone, open) => {
    expect(isOpen(schedule, zone, now)).toBe(open);
    expect(isOpen(weekdays, zone, now)).toBe(true);
    expect(holidayAt(schedule, zone, now)).toEqual(open ? undefined : christmas);
  });

  test('the next opening is after it', () => {
    const after = nextOpening(schedule, 'Europe/Berlin', '2026-12-24T16:00:00.000Z');

    expect(after).toBe('2026-12-28T08:00:00.000Z');
  });

  test.each([
    [10, '2026-03-16T09:00:00.000Z'],
    [366, '2033-01-10T09:00:00.000Z'],
  ])('%s in a row on the only day of the week are passed over', (weeks, opening) => {
    const holidays = Array.from({ length: weeks }, (_, week) => ({
      date: later('2026-01-05T00:00:00.000Z', week * 7 * 86_400_000).slice(0, 10),
      name: 'Closed',
    }));
    const mondays = { ...scheduleOf([monday, '09:00', '17:00']), holidays };

    const next = nextOpening(mondays, 'UTC', '2026-01-05T08:00:00.000Z');

    expect(next).toBe(opening);
  });
});

describe('Two schedules', () => {
  const at = (zone: string, ...slots: readonly Slot[]) => ({
    schedule: scheduleOf(...slots),
    zone,
  });

  test('that meet open when both do, each in its zone', () => {
    const hours = [
      at('Asia/Kolkata', [monday, '09:00', '17:00']),
      at('Europe/London', [monday, '09:00', '17:00']),
    ];

    const opening = nextOpeningOfAll(hours, '2026-01-03T00:00:00.000Z');

    expect(opening).toBe('2026-01-05T09:00:00.000Z');
    expect(areOpen(hours, opening!)).toBe(true);
    expect(areOpen(hours, later(opening!, -1))).toBe(false);
  });

  test('that never meet have no opening', () => {
    const hours = [
      at('UTC', [monday, '09:00', '10:00']),
      at('UTC', [monday, '10:00', '11:00'], [sunday, '09:00', '10:00']),
    ];

    expect(nextOpeningOfAll(hours, '2026-01-03T00:00:00.000Z')).toBeUndefined();
  });

  test('of which one never opens have no opening', () => {
    const hours = [at('UTC'), at('UTC', [monday, '10:00', '11:00'])];

    expect(nextOpeningOfAll(hours, '2026-01-03T00:00:00.000Z')).toBeUndefined();
  });
});
