import { describe, expect, test } from 'vitest';
import { createWindowCounter } from '../src/window-counter.ts';

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

  test('starts again when a window has ended, and drops expired windows', async () => {
    const counter = createWindowCounter(0.05);
    for (const key of ['a', 'a', 'b']) counter.add(key);

    await expect.poll(() => counter.get('a').used).toBe(0);

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
