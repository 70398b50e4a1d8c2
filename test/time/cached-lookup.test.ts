import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cachedLookup } from '../../src/time/cached-lookup.ts';

describe('A cached lookup', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('is shared by concurrent callers, and kept for a while', async () => {
    let looked = 0;
    const first = Promise.withResolvers<string>();
    const look = cachedLookup(
      () => (++looked === 1 ? first.promise : Promise.resolve('new')),
      1000,
    );

    const early = [look(), look()];
    vi.advanceTimersByTime(5000);
    early.push(look());
    first.resolve('old');

    expect(await Promise.all(early)).toEqual(['old', 'old', 'old']);
    vi.advanceTimersByTime(999);
    expect(await look()).toBe('old');
    vi.advanceTimersByTime(1);
    expect(await look()).toBe('new');
    expect(looked).toBe(2);
  });

  test('keeps a failure for as long', async () => {
    let looked = 0;
    const look = cachedLookup(() => Promise.reject(new Error(`away ${++looked}`)), 1000);

    await expect(look()).rejects.toThrow('away 1');
    await expect(look()).rejects.toThrow('away 1');
    vi.advanceTimersByTime(1000);
    await expect(look()).rejects.toThrow('away 2');
  });
});
