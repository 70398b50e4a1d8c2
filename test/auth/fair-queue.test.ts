import { describe, expect, test } from 'vitest';
import { createFairQueue, type QueueSize } from '../../src/auth/fair-queue.ts';
import { Failure } from '../../src/errors.ts';
import { statusOf } from '../../src/http/failures.ts';

const settled = () => new Promise((done) => setImmediate(done));
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof Failure ? statusOf(error) : error));

/** A queue, the tasks it has started in order, and a function that ends the oldest one. */
function givenQueue(size: Partial<QueueSize> = {}) {
  const queue = createFairQueue({ concurrency: 1, waitingPerAddress: 10, waiting: 20, ...size });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const staying = new AbortController();
  return {
    begun,
    bring: (address: string, signal = staying.signal) =>
      outcome(
        queue.run(address, signal, async () => {
          begun.push(address);
          await new Promise<void>((done) => ends.push(done));
          return 'done';
        }),
      ),
    endOne: async () => {
      ends.shift()?.();
      await settled();
    },
  };
}

describe('The queue for hashes', () => {
  test('runs no more tasks at once than allowed', async () => {
    const { begun, bring, endOne } = givenQueue({ concurrency: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((address) => bring(address)));
    await settled();
    expect(begun).toEqual(['a', 'b']);

    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);

    for (let i = 0; i < 3; i++) await endOne();
    expect(await all).toEqual(['done', 'done', 'done', 'done']);
  });

  test('serves addresses in turn, however many tasks each has', async () => {
    const { begun, bring, endOne } = givenQueue();
    for (const address of ['greedy', 'greedy', 'greedy', 'greedy', 'modest', 'other', 'modest'])
      void bring(address);

    for (let i = 0; i < 7; i++) await endOne();

    expect(begun).toEqual(['greedy', 'greedy', 'modest', 'other', 'greedy', 'modest', 'greedy']);
  });

  test('refuses an address with too many waiting tasks, and no other', async () => {
    const { bring } = givenQueue({ waitingPerAddress: 3 });
    const [, , , , refused] = Array.from({ length: 5 }, () => bring('greedy'));

    expect(await refused).toBe(429);
    const inLine = Promise.resolve('in line');
    expect(await Promise.race([bring('modest'), inLine])).toBe('in line');
  });

  test('takes a position from the longest queue when all are taken', async () => {
    const { begun, bring, endOne } = givenQueue({ waiting: 5 });
    const greedy = Array.from({ length: 6 }, () => bring('greedy'));
    await settled();

    void bring('modest');

    expect(await greedy[5]).toBe(429);
    expect(await bring('greedy')).toBe(429);
    await endOne();
    await endOne();
    expect(begun).toEqual(['greedy', 'greedy', 'modest']);
  });

  test('gives the position of a client that leaves to the next one', async () => {
    const { begun, bring, endOne } = givenQueue({ waitingPerAddress: 1 });
    const leaving = new AbortController();
    void bring('a');
    const left = bring('b', leaving.signal);
    await settled();

    leaving.abort(new Error('left'));
    expect(await left).toEqual(new Error('left'));
    void bring('b');
    await endOne();

    expect(begun).toEqual(['a', 'b']);
  });

  test('continues after a task fails', async () => {
    const queue = createFairQueue({ concurrency: 1, waitingPerAddress: 10, waiting: 20 });
    const { signal } = new AbortController();
    const failing = queue.run('a', signal, () => Promise.reject(new Error('no')));
    const next = queue.run('b', signal, async () => 'done');

    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
