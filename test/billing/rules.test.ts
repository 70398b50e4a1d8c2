import { describe, expect, test } from 'vitest';
import { tooFine } from '../../src/billing/handlers.ts';

describe('tooFine', () => {
  test.each([
    0, -0, 1, 0.1, 0.3, 0.07, 1.005, 0.000001, 4.35, 1_234_567.891234, 999_999_999.999999,
  ])('accepts %d', (price) => {
    expect(tooFine({ price })).toEqual([]);
  });

  test.each([1e-7, 0.1 + 0.2, 0.0000005, 0.0000015, 1.0000001, 999_999_999.9999995])(
    'refuses %d',
    (price) => {
      expect(tooFine({ price })).toHaveLength(1);
    },
  );

  test('accepts every price of up to six decimals', () => {
    const wrong = Array.from({ length: 20_000 }, (_, index) => (index * 49_999_999_937) % 1e15)
      .map((millionths) =>
        Number(`${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`),
      )
      .filter((price) => tooFine({ price }).length > 0);

    expect(wrong).toEqual([]);
  });
});
