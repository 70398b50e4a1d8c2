import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createLeasedWork, Stopped } from '../../src/jobs/leased.ts';

/** Leased work over a line of numbers; each piece ends when it is told to, or is aborted. */
function given({ line = [] as number[], atOnce = 2, patienceMs = 0 } = {}) {
  const begun = new Map<number, { end: () => void; fail: (error: Error) => void }>();
  const reasons: unknown[] = [];
  const failures: unknown[] = [];
  let broken: Error | undefined;
  let held: Promise<void> | undefined;
  const works = createLeasedWork<number, number>({
    atOnce,
    patienceMs,
    async claim() {
      await setImmediate();
      await held;
      if (broken) throw broken;
      return line.shift();
    },
    keyOf: (claim) => claim,
    work: (claim, { signal }) =>
      new Promise((end, fail) => {
        begun.set(claim, { end, fail });
        const aborted = (): void => {
          reasons.push(signal.reason);
          end();
        };
        if (signal.aborted) aborted();
        signal.addEventListener('abort', aborted);
      }),
    unclaimed: (error) => failures.push([error]),
    failed: (error, claim) => failures.push([error, claim]),
  });
  const breakClaims = (error: Error | undefined): void => void (broken = error);
  const holdClaims = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { works, line, begun, reasons, failures, breakClaims, holdClaims };
}

describe('Leased work', () => {
  test('begins as much as fits, and the next when one ends', async () => {
    const { works, begun } = given({ line: [1, 2, 3] });

    await works.fill();
    expect([...begun.keys()]).toEqual([1, 2]);
    begun.get(1)?.end();
    await works.fill();

    expect([...begun.keys()]).toEqual([1, 2, 3]);
    expect([works.has(1), works.has(3)]).toEqual([false, true]);
  });

  test('looks again for who came while it looked', async () => {
    const { works, begun, line } = given();

    const first = works.fill();
    await setImmediate();
    line.push(1);
    await Promise.all([first, works.fill()]);

    expect([...begun.keys()]).toEqual([1]);
  });

  test('is settled when nothing is left, not only when what was in progress has ended', async () => {
    const { works, begun } = given({ line: [1, 2], atOnce: 1 });
    let isSettled = false;
    const settled = works.settled().then(() => (isSettled = true));

    await expect.poll(() => begun.has(1)).toBe(true);
    begun.get(1)?.end();
    await expect.poll(() => begun.has(2)).toBe(true);
    expect(isSettled).toBe(false);
    begun.get(2)?.end();

    expect(await settled).toBe(true);
  });

  test('leaves what failed to the next look, so that it is not tried without a pause', async () => {
    const { works, begun, line, failures } = given({ line: [1], atOnce: 1 });
    const error = new Error('away');

    await works.fill();
    line.push(1);
    begun.get(1)?.fail(error);
    await expect.poll(() => failures).toEqual([[error, 1]]);
    await setImmediate();
    expect(line).toEqual([1]);
    await works.fill();

    expect(line).toEqual([]);
  });

  test('tells whoever fills it that nothing could be claimed, and goes on afterwards', async () => {
    const { works, begun, breakClaims } = given({ line: [1] });

    breakClaims(new Error('away'));
    await expect(works.fill()).rejects.toThrow('away');
    breakClaims(undefined);
    await works.fill();

    expect(begun.has(1)).toBe(true);
  });

  test('aborts one piece with its reason', async () => {
    const { works, reasons } = given({ line: [1, 2] });
    const reason = new Error('lost');

    await works.fill();
    works.abort(1, reason);
    works.abort(7, reason);

    expect(reasons).toEqual([reason]);
  });

  test('says that nothing could be claimed after a piece had ended', async () => {
    const { works, begun, failures, breakClaims } = given({ line: [1], atOnce: 1 });
    const error = new Error('away');

    await works.fill();
    breakClaims(error);
    begun.get(1)?.end();

    await expect.poll(() => failures).toEqual([[error]]);
  });

  test('aborts what is in progress although a claim still waits when it stops', async () => {
    const { works, reasons, line, holdClaims } = given({ line: [1] });
    await works.fill();
    const release = holdClaims();
    line.push(2);
    const filled = works.fill();

    const stopped = works.stop();
    await expect.poll(() => reasons.length).toBe(1);
    release();
    await Promise.all([filled, stopped]);

    // The one that was claimed meanwhile is aborted as it begins.
    expect(reasons.map((reason) => reason instanceof Stopped)).toEqual([true, true]);
  });

  test.each([
    ['aborts what is in progress when it stops', 0, ['Stopped']],
    ['gives what is in progress its time when it stops', 60_000, []],
  ])('%s', async (_, patienceMs, expected) => {
    const { works, begun, reasons, line } = given({ line: [1], patienceMs });

    await works.fill();
    const stopped = works.stop();
    if (patienceMs > 0) begun.get(1)?.end();
    await stopped;
    line.push(2);
    await works.fill();

    expect(reasons.map((reason) => reason instanceof Stopped && 'Stopped')).toEqual(expected);
    expect(begun.has(2)).toBe(false);
  });
});
