import { describe, expect, test } from 'vitest';
import { startSweeps } from '../../src/jobs/sweeps.ts';
import { createRounds } from '../../src/jobs/rounds.ts';
import { createLog } from '../../src/telemetry/log.ts';

const rounds = createRounds(() => {});

function logged() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { lines, log: createLog('info', { write }) };
}

describe('Sweeps', () => {
  test('run repeatedly, even after one has failed, which is logged', async () => {
    const { lines, log } = logged();
    let turns = 0;
    const sweep = () => {
      turns += 1;
      return turns % 2 === 1 ? Promise.reject(new Error('no luck')) : Promise.resolve();
    };

    const sweeps = startSweeps([{ name: 'test.sweep', everyMs: 1, sweep }], { log, rounds });
    await expect.poll(() => turns).toBeGreaterThan(4);
    await sweeps.stop();

    expect(lines.length).toBe(Math.ceil(turns / 2));
    expect(lines[0]).toMatchObject({
      msg: 'a sweep failed',
      sweep: 'test.sweep',
      err: { message: 'no luck' },
    });
  });

  test('continue when one throws before its first await', async () => {
    const { lines, log } = logged();
    let turns = 0;
    const sweep = (): Promise<unknown> => {
      turns += 1;
      throw new Error('at once');
    };

    const sweeps = startSweeps([{ name: 'test.sweep', everyMs: 1, sweep }], { log, rounds });
    await expect.poll(() => turns).toBeGreaterThan(2);
    await sweeps.stop();

    expect(lines).toHaveLength(turns);
  });

  test('do not wait for each other', async () => {
    const { log } = logged();
    const { promise, resolve } = Promise.withResolvers<void>();
    let turns = 0;
    const sweeps = startSweeps(
      [
        { name: 'test.slow', everyMs: 1, sweep: () => promise },
        { name: 'test.quick', everyMs: 1, sweep: async () => void (turns += 1) },
      ],
      { log, rounds },
    );

    await expect.poll(() => turns).toBeGreaterThan(2);

    resolve();
    await sweeps.stop();
  });

  test('never run twice at once; stopping waits for the run in progress and cuts pauses short', async () => {
    const { log } = logged();
    const { promise, resolve } = Promise.withResolvers<void>();
    let [running, most, stopped] = [0, 0, false];
    const sweep = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await promise;
      running -= 1;
    };
    const sweeps = startSweeps(
      [
        { name: 'test.busy', everyMs: 0, sweep },
        { name: 'test.rare', everyMs: 3_600_000, sweep: () => Promise.resolve() },
      ],
      { log, rounds },
    );
    await expect.poll(() => running).toBe(1);

    const stopping = sweeps.stop().then(() => (stopped = true));
    await new Promise(setImmediate);
    const early = stopped;
    resolve();
    await stopping;

    expect([early, most, running]).toEqual([false, 1, 0]);
  });
});
