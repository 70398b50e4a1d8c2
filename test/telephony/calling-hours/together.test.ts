import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nextOpeningOfAll } from '../../../src/telephony/calling-hours/schedule-rules.ts';
import { later } from '../../../src/timestamp.ts';
import { clock, wallAllows } from './wall-clock.ts';

type Slot = readonly [day: number, start: string, end: string];

const scheduleOf = (...slots: readonly Slot[]) => ({
  enabled: true,
  timezone: 'UTC',
  slots: slots.map(([day_of_week, start_time, end_time]) => ({
    day_of_week,
    start_time,
    end_time,
  })),
});

const [monday, tuesday] = [0, 1];
const now = '2026-01-05T08:00:00.000Z'; // A Monday.
const zone = 'Europe/Lisbon';

describe('Hours that apply together', () => {
  test('open at the first minute that all allow, for any slots', () => {
    const minute = fc.integer({ min: 0, max: 48 });
    const slot = fc
      .tuple(fc.integer({ min: 0, max: 2 }), minute, minute)
      .filter(([, one, other]) => one !== other)
      .map(([day, one, other]): Slot => [
        day,
        clock(Math.min(one, other) * 30),
        clock(Math.max(one, other) * 30),
      ]);
    const schedules = fc.array(fc.array(slot, { minLength: 1, maxLength: 5 }), {
      minLength: 2,
      maxLength: 3,
    });

    fc.assert(
      fc.property(schedules, (all) => {
        const hours = all.map((slots) => ({ schedule: scheduleOf(...slots), zone }));

        const opening = nextOpeningOfAll(hours, now);

        const allowed = Array.from({ length: 9 * 48 }, (_, half) => later(now, half * 1_800_000));
        const first = allowed.find((at) =>
          hours.every(({ schedule }) => wallAllows(schedule, zone, Date.parse(at))),
        );
        expect(opening).toBe(first);
      }),
      { numRuns: 100 },
    );
  });

  test('are closed on the holidays of each', () => {
    const whole = scheduleOf([monday, '00:00', '24:00'], [tuesday, '00:00', '24:00']);
    const closed = (date: string) => ({ ...whole, holidays: [{ date, name: 'Closed' }] });
    const hours = [closed('2026-01-05'), closed('2026-01-06')].map((schedule) => ({
      schedule,
      zone,
    }));

    expect(nextOpeningOfAll(hours, now)).toBe('2026-01-12T00:00:00.000Z');
  });

  test('are looked for no longer than they are wanted', () => {
    const hours = [{ schedule: scheduleOf([monday, '09:00', '17:00']), zone }];
    const opens = '2026-01-05T09:00:00.000Z';

    expect(nextOpeningOfAll(hours, now, later(opens, -1))).toBeUndefined();
    expect(nextOpeningOfAll(hours, now, opens)).toBe(opens);
    expect(nextOpeningOfAll(hours, now, now)).toBeUndefined();
    expect(nextOpeningOfAll(hours, opens, opens)).toBe(opens);
  });

  test('cost little if they never open together, however many slots they have', () => {
    const slots = (hour: number) =>
      Array.from({ length: 100 }, (_, at): Slot => [
        monday,
        clock(hour * 60 + (at % 60)),
        clock((hour + 1) * 60),
      ]);
    const offsets = vi.spyOn(IANAZone.prototype, 'offset');
    onTestFinished(() => offsets.mockRestore());
    const hours = [3, 12].map((hour) => ({ schedule: scheduleOf(...slots(hour)), zone }));

    expect(nextOpeningOfAll(hours, now)).toBeUndefined();

    expect(offsets.mock.calls.length).toBeLessThan(50);
  });
});
