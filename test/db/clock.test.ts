import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClock } from '../../src/db/clock.ts';
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

  test("becomes the database's at its first look, if this process's own clock is wrong", async () => {
    const { app } = await sharedServer();
    const real = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => real() + 5 * minute);
    const clock = createClock(app.db);
    vi.restoreAllMocks();
    const before = clock.skewMs();

    await clock.refresh();

    expect([before, clock.skewMs()].map((each) => Math.round(each / minute) + 0)).toEqual([-5, 0]);
  });

  test('does not step back when the answer of the database is slow', async () => {
    const { app } = await sharedServer();
    const slow = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => pause(250, result),
    });
    const clock = createClock(slow);
    const ahead = () => msBetween(timestampOf(new Date(0)), clock.now()) - performance.now();
    const before = ahead();

    await clock.refresh();

    expect(Math.abs(ahead() - before)).toBeLessThan(50);
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
