import { describe, expect, test } from 'vitest';
import { createWindowCounter } from '../../src/fairness/window-counter.ts';

describe('A window counter', () => {
  test('counts each key separately, and reports when its window ends', () => {
    const counter = createWindowCounter(60);

    expect([counter.add('a'), counter.add('a'), counter.add('b')].map(({ used }) => used)).toEqual([
      1, 2, 1,
    ]);
    expect(counter.get('a').ms).toBeGreaterThan(0);
    expect(counter.get('a').ms).toBeLessThanOrEqual(60_000);
    expect(counter.get('c')).toEqual({ used: 0, ms: 60_000 });
  });

  test('returns points, never more than were taken, and resets', () => {
    const counter = createWindowCounter(60);
    for (const key of ['a', 'a', 'b']) counter.add(key);

    for (const key of ['a', 'b', 'b', 'c']) counter.remove(key);

    expect(['a', 'b', 'c'].map((key) => counter.get(key).used)).toEqual([1, 0, 0]);
    counter.forget('a');
    expect(counter.get('a').used).toBe(0);
  });

  test('counts a /64 network of IPv6 for its /56 and /48, which may use 4 and 16 times as much', () => {
    const counter = createWindowCounter(60);
    const add = (network: string, times: number) => {
      for (let i = 0; i < times; i++) counter.add(`${network}::/64 ada@example.com`);
      return counter.get(`${network}::/64 ada@example.com`).used;
    };

    expect(add('2001:db8:1:100', 3)).toBe(3);
    expect(add('2001:db8:1:1ff', 2)).toBe(2);
    // 13 of the /56.
    expect(add('2001:db8:1:1fe', 8)).toBe(8);
    expect(counter.get('2001:db8:1:1aa::/64 ada@example.com').used).toBe(3);
    // 35 of the /48, none of another one, and none of another account.
    expect(add('2001:db8:1:aa00', 22)).toBe(22);
    expect(counter.get('2001:db8:1:bb00::/64 ada@example.com').used).toBe(2);
    expect(counter.get('2001:db8:2:100::/64 ada@example.com').used).toBe(0);
    expect(counter.get('2001:db8:1:100::/64').used).toBe(0);
    counter.forget('2001:db8:1:aa00::/64 ada@example.com');
    expect(counter.get('2001:db8:1:bb00::/64 ada@example.com').used).toBe(0);
  });

  test('starts again when a window has ended, and drops expired windows', async () => {
    const counter = createWindowCounter(0.05);
    for (const key of ['a', 'a', 'b']) counter.add(key);

    // The window of b began later.
    await expect.poll(() => counter.get('a').used + counter.get('b').used).toBe(0);

    expect(counter.add('c').used).toBe(1);
    expect(counter.size).toBe(1);
  });

  test('keeps at most its maximum of keys, and drops the oldest first', () => {
    const counter = createWindowCounter(60, 1000);

    for (let i = 0; i < 5000; i++) counter.add(`address ${i}`);

    expect(counter.size).toBe(1000);
    expect(counter.get('address 3999').used).toBe(0);
    expect(counter.get('address 4000').used).toBe(1);
  });
});
