import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClock } from '../../src/time/clock.ts';
import { isClockWrong, reasonAgainst } from '../../src/http/health.ts';
import { createMetrics, watchClock } from '../../src/telemetry/metrics.ts';
import { msBetween, timestampOf } from '../../src/timestamp.ts';
import { sharedServer } from '../support/server.ts';

afterEach(() => void vi.restoreAllMocks());

const minute = 60_000;

describe('The clock', () => {
  test("shows the database's time, whatever this process's own clock shows", async () => {
    const { app } = await sharedServer();
    const real = Date.now;
    const clock = createClock(app.db);
    await clock.refresh();

    vi.spyOn(Date, 'now').mockImplementation(() => real() + 5 * minute);
    const ahead = { skew: clock.skewMs(), now: clock.now() };
    vi.spyOn(Date, 'now').mockImplementation(() => real() - 5 * minute);
    const behind = { skew: clock.skewMs(), now: clock.now() };

    const now = timestampOf(new Date(real()));
    for (const each of [ahead, behind])
      expect(Math.abs(msBetween(each.now, now))).toBeLessThan(minute);
    expect(ahead.skew).toBeGreaterThan(4 * minute);
    expect(behind.skew).toBeLessThan(-4 * minute);
  });

  test('that differs by more than 2 s makes the process unready, and less is a metric', async () => {
    const metrics = createMetrics();
    watchClock(metrics, () => 1500);

    expect([2000, -2000, 2001, -2001].map(isClockWrong)).toEqual([false, false, true, true]);
    expect(reasonAgainst({ migrated: true, stuck: [], full: [], skewMs: 300_000 })).toBe(
      "The clock of this process is 300.0 s ahead of the database's; 2 s are allowed.",
    );
    expect(reasonAgainst({ migrated: true, stuck: [], full: [], skewMs: -2500 })).toContain(
      '2.5 s behind',
    );
    expect(reasonAgainst({ migrated: true, stuck: [], full: [], skewMs: 1500 })).toBeUndefined();
    expect(await metrics.registry.metrics()).toContain('\nclock_skew_seconds 1.5\n');
  });
});
