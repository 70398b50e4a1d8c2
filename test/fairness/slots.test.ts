import { describe, expect, test } from 'vitest';
import { createSlots } from '../../src/fairness/fair-slots.ts';

const settled = () => new Promise((done) => setImmediate(done));
const full = new Error('full');
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: Error) => error.message);

/** Slots, the tasks that have begun in order, and a function that ends the oldest one. */
function givenSlots(limits: Partial<Parameters<typeof createSlots<string>>[0]> = {}) {
  const slots = createSlots<string>({ refusal: () => full, ...limits });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const staying = new AbortController();
  return {
    slots,
    begun,
    bring: (key: string, signal = staying.signal) =>
      outcome(
        slots.run(key, signal, async () => {
          begun.push(key);
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

describe('Slots', () => {
  test('run no more tasks at once than allowed', async () => {
    const { begun, bring, endOne } = givenSlots({ total: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((address) => bring(address)));
    await settled();
    expect(begun).toEqual(['a', 'b']);

    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);

    for (let i = 0; i < 3; i++) await endOne();
    expect(await all).toEqual(['done', 'done', 'done', 'done']);
  });

  test('serve keys in turn, however many tasks each has', async () => {
    const { begun, bring, endOne } = givenSlots({ total: 1 });
    for (const address of ['greedy', 'greedy', 'greedy', 'greedy', 'modest', 'other', 'modest'])
      void bring(address);

    for (let i = 0; i < 7; i++) await endOne();

    expect(begun).toEqual(['greedy', 'modest', 'other', 'greedy', 'modest', 'greedy', 'greedy']);
  });

  test('refuse a key with too many waiting tasks, and no other', async () => {
    const { bring } = givenSlots({ total: 1, waitingPerLine: 3 });
    const [, , , , refused] = Array.from({ length: 5 }, () => bring('greedy'));

    expect(await refused).toBe('full');
    const inLine = Promise.resolve('in line');
    expect(await Promise.race([bring('modest'), inLine])).toBe('in line');
  });

  test('take a position from the longest line when all are taken', async () => {
    const { begun, bring, endOne } = givenSlots({ total: 1, waiting: 5 });
    const greedy = Array.from({ length: 6 }, () => bring('greedy'));
    await settled();

    void bring('modest');

    expect(await greedy[5]).toBe('full');
    expect(await bring('greedy')).toBe('full');
    await endOne();
    await endOne();
    expect(begun).toEqual(['greedy', 'modest', 'greedy']);
    for (let i = 0; i < 4; i++) await endOne();
    void bring('modest');
    expect(begun).toHaveLength(7);
  });

  test('give the position of a client that leaves to the next one', async () => {
    const { begun, bring, endOne } = givenSlots({ total: 1, waitingPerLine: 1 });
    const leaving = new AbortController();
    void bring('a');
    const left = bring('b', leaving.signal);
    await settled();

    leaving.abort(new Error('left'));
    expect(await left).toBe('left');
    void bring('b');
    await endOne();

    expect(begun).toEqual(['a', 'b']);
  });

  test('continue after a task fails', async () => {
    const { slots: queue } = givenSlots({ total: 1 });
    const { signal } = new AbortController();
    const failing = queue.run('a', signal, () => Promise.reject(new Error('no')));
    const next = queue.run('b', signal, async () => 'done');

    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });

  test('of one key leave those of the others alone', async () => {
    const { begun, bring, endOne } = givenSlots({ perKey: () => 2 });
    for (const key of ['a', 'a', 'a', 'a', 'b', 'b', 'b']) void bring(key);
    await settled();
    expect(begun).toEqual(['a', 'a', 'b', 'b']);

    for (let i = 0; i < 3; i++) await endOne();

    expect(begun).toEqual(['a', 'a', 'b', 'b', 'a', 'a', 'b']);
  });

  test('serve the lines of a key in turn, and refuse nobody who waits without a signal', async () => {
    const { slots } = givenSlots({ perKey: () => 1, waitingPerLine: 2, lines: ['started', 'new'] });
    const { signal } = new AbortController();
    const begun: string[] = [];
    const wait = (line: string, name: string, bounds = {}) =>
      slots.wait('a', { line, ...bounds }).then(() => begun.push(name));
    slots.tryTake('a');
    for (const name of ['new 1', 'new 2']) void wait('new', name, { signal });
    const refused = outcome(wait('new', 'new 3', { signal }));
    for (const name of ['started 1', 'started 2', 'started 3']) void wait('started', name);

    for (let i = 0; i < 5; i++) {
      slots.release('a');
      await settled();
    }

    expect(await refused).toBe('full');
    expect(begun).toEqual(['started 1', 'new 1', 'started 2', 'new 2', 'started 3']);
  });

  test('create no lines and listen to no signal while there is room', async () => {
    const { slots } = givenSlots({ perKey: () => 2 });

    expect(['a', 'a', 'b', 'a'].map((key) => slots.tryTake(key))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    for (const key of ['a', 'a', 'b']) slots.release(key);
    expect(slots.tryTake('a')).toBe(true);
  });

  test('let nobody pass those of the same key who wait', async () => {
    let allowed = 1;
    const { begun, bring, endOne } = givenSlots({ perKey: () => allowed });
    for (let i = 0; i < 2; i++) void bring('a');

    allowed = 2;
    void bring('a');

    expect(begun).toHaveLength(1);
    await endOne();
    expect(begun).toHaveLength(3);
  });

  test('refuse all who wait when their key may hold none any more', async () => {
    let allowed = 1;
    const exhausted = (key: string) => new Error(`${key} is exhausted`);
    const { begun, bring, endOne } = givenSlots({ perKey: () => allowed, exhausted });
    void bring('a');
    const waiting = [bring('a'), bring('a')];
    await settled();

    allowed = 0;
    await endOne();

    expect(await Promise.all([...waiting, bring('a')])).toEqual(
      Array.from({ length: 3 }, () => 'a is exhausted'),
    );
    expect(begun).toEqual(['a']);
  });
});
