import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPolls } from '../../src/fairness/polls.ts';

describe('Readers of one object', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Polls that return 1, 2, 3, and readers of the results. */
  function givenPolls() {
    const polls = createPolls<number>(500);
    let looks = 0;
    const read = (name: string, look = async () => ++looks) => {
      const leaving = new AbortController();
      const reader = polls.follow(name, { first: 0, look, signal: leaving.signal });
      // The value that the reader has comes first.
      void reader.next();
      return { next: () => reader.next(), leave: () => leaving.abort(new Error('left')) };
    };
    return { polls, read, looks: () => looks };
  }
  /** The readers wait for the next poll; no timer runs meanwhile. */
  async function begun(): Promise<void> {
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
  }
  const values = async (nexts: Promise<IteratorResult<number, void>>[]) =>
    (await Promise.all(nexts)).map(({ value }) => value);

  test('share its polls', async () => {
    const { polls, read, looks } = givenPolls();
    const readers = Array.from({ length: 10 }, () => read('a'));

    const first = readers.map(({ next }) => next());
    await vi.advanceTimersByTimeAsync(500);
    expect(new Set(await values(first))).toEqual(new Set([1]));
    const second = readers.map(({ next }) => next());
    await vi.advanceTimersByTimeAsync(500);
    expect(new Set(await values(second))).toEqual(new Set([2]));

    expect([looks(), polls.size]).toEqual([2, 1]);
  });

  test('end the polls when the last of them leaves', async () => {
    const { polls, read, looks } = givenPolls();
    const [one, other] = [read('a'), read('a')];
    const [left, stayed] = [one.next(), other.next()];
    await begun();

    one.leave();
    await expect(left).rejects.toThrow('left');
    await vi.advanceTimersByTimeAsync(500);
    expect((await stayed).value).toBe(1);
    const last = other.next();
    await begun();
    other.leave();
    await expect(last).rejects.toThrow('left');
    await vi.advanceTimersByTimeAsync(60_000);

    expect([looks(), polls.size, vi.getTimerCount()]).toEqual([1, 0, 0]);
  });

  test('get the newest result if they are slow, and nothing is queued for them', async () => {
    const { read } = givenPolls();
    const [quick, slow] = [read('a'), read('a')];
    const first = [quick.next(), slow.next()];
    await vi.advanceTimersByTimeAsync(500);
    await values(first);

    for (let i = 0; i < 20; i++) {
      const next = quick.next();
      await vi.advanceTimersByTimeAsync(500);
      await next;
    }
    const late = slow.next();
    await vi.advanceTimersByTimeAsync(500);

    expect((await late).value).toBe(22);
  });

  test('all get the error of a failed poll, even those that were not waiting', async () => {
    const { polls, read } = givenPolls();
    const look = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1);
    look.mockRejectedValue(new Error('away'));
    const [waiting, busy] = [read('a', look), read('a', look)];
    const first = [waiting.next(), busy.next()];
    await vi.advanceTimersByTimeAsync(500);
    await values(first);

    const told = waiting.next().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(500);

    expect(await told).toEqual(new Error('away'));
    await expect(busy.next()).rejects.toThrow('away');
    expect([look.mock.calls.length, polls.size]).toEqual([2, 0]);
  });

  test('of another object have polls of their own', async () => {
    const { polls, read } = givenPolls();
    const nexts = [read('a', async () => 1).next(), read('b', async () => 2).next()];

    await vi.advanceTimersByTimeAsync(500);

    expect(await values(nexts)).toEqual([1, 2]);
    expect(polls.size).toBe(2);
  });
});
