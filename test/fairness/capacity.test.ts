import { describe, expect, test } from 'vitest';
import { createCapacity } from '../../src/fairness/capacity.ts';

const full = new Error('full');
const share = (name: string, limit: number, amount?: number) => ({
  name,
  limit,
  refusal: () => full,
  ...(amount !== undefined && { amount }),
});

describe('Capacity', () => {
  test('are taken up to the limit of each name, and free when released', () => {
    const places = createCapacity();
    const release = places.take([share('a', 2, 2)]);

    expect(() => places.take([share('a', 2)])).toThrow(full);
    places.take([share('b', 2)]);
    release();

    expect(places.taken('a')).toBe(0);
    places.take([share('a', 2, 2)]);
    expect(places.taken('a')).toBe(2);
  });

  test('are released once, however often release is called', () => {
    const places = createCapacity();
    const release = places.take([share('a', 2)]);
    places.take([share('a', 2)]);

    release();
    release();

    expect(places.taken('a')).toBe(1);
  });

  test('are taken all or none', () => {
    const places = createCapacity();
    places.take([share('b', 1)]);

    expect(() => places.take([share('a', 1), share('b', 1)])).toThrow(full);

    expect(places.taken('a')).toBe(0);
  });
});
