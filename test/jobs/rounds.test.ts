import { describe, expect, test } from 'vitest';
import { reasonAgainst } from '../../src/http/health.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { createRounds } from '../../src/jobs/rounds.ts';

const hourMs = 3_600_000;

describe('The rounds of sweeps and jobs', () => {
  test('are stuck when they last longer than ten periods and a margin', async () => {
    const rounds = createRounds(() => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    const [quick, slow] = [
      rounds.run('sweep', { name: 'quick', everyMs: 0 }, () => promise),
      rounds.run('sweep', { name: 'slow', everyMs: hourMs }, () => promise),
    ];
    await rounds.run('job', { name: 'done', everyMs: 0 }, async () => {});

    expect(rounds.inProgress()).toEqual(['quick', 'slow']);
    expect(rounds.stuck(-1)).toEqual(['quick']);
    expect(rounds.stuck(hourMs)).toEqual([]);
    resolve();
    await Promise.all([quick, slow]);
    expect(rounds.stuck(-1)).toEqual([]);
  });

  test('are counted in the metrics when they fail, and have come round', async () => {
    const metrics = createMetrics();
    const rounds = createRounds((kind, name) => metrics.work.failed(kind, name));
    const fail = () => Promise.reject(new Error('no luck'));

    for (const kind of ['sweep', 'job'] as const) {
      const round = rounds.run(kind, { name: `a.${kind}`, everyMs: 0 }, fail);
      await expect(round).rejects.toThrow('no luck');
    }

    const text = await metrics.registry.metrics();
    expect(text).toContain('\nsweep_failures_total{sweep="a.sweep"} 1\n');
    expect(text).toContain('\njob_failures_total{queue="a.job"} 1\n');
    expect(rounds.stuck(-1)).toEqual([]);
  });
});

describe('Readiness', () => {
  test('ends with stuck work, which it names', () => {
    const well = { migrated: true, stuck: [], skewMs: 0, full: [] };
    expect(reasonAgainst(well)).toBeUndefined();
    expect(reasonAgainst({ ...well, stuck: ['calls.place', 'webhooks.due'] })).toBe(
      'Work of this process is stuck: calls.place, webhooks.due.',
    );
    expect(reasonAgainst({ ...well, migrated: false })).toContain('migrations');
  });
});
