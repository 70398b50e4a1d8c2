import { expect, test } from 'vitest';
import { ofDatabase } from '../../src/db/errors.ts';
import { forEachIsolated } from '../../src/jobs/for-each-isolated.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';

function givenParts() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, log: createLog('info', { write }), metrics: createMetrics() };
}

const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

test.each([1, 2])(
  'A part of a sweep that fails is logged and counted, and delays no other (%i at once)',
  async (atOnce) => {
    const parts = givenParts();
    const done: number[] = [];
    const work = async (item: number): Promise<void> => {
      if (item === 2) throw new Error('broken');
      done.push(item);
    };

    const failed = await forEachIsolated(parts, {
      sweep: 'test.parts',
      items: [1, 2, 3, 4],
      atOnce,
      work,
      about: (item) => ({ organization_id: item }),
    });

    expect([done, failed]).toEqual([[1, 3, 4], [2]]);
    expect(parts.lines).toMatchObject([
      { sweep: 'test.parts', organization_id: 2, err: { message: 'broken' } },
    ]);
    expect(await parts.metrics.registry.metrics()).toContain(
      'sweep_failures_total{sweep="test.parts"} 1',
    );
  },
);

test('Without a database the parts of a sweep fail together', async () => {
  const parts = givenParts();
  let tried = 0;
  const work = (): Promise<void> => {
    tried += 1;
    throw ofDatabase(away);
  };

  const failing = forEachIsolated(parts, {
    sweep: 'test.parts',
    items: [1, 2, 3],
    work,
    about: () => ({}),
  });

  await expect(failing).rejects.toThrow('refused');
  expect(tried).toBe(1);
  expect(parts.lines).toEqual([]);
});
