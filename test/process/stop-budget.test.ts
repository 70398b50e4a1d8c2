import { expect, test } from 'vitest';
import { shutdownBudget } from '../../src/process/stop.ts';

test.each([
  [30_000, [28_000, 3000, 0]],
  [1000, [800, 0, 0]],
])('The parts of a stop share its timeout of %i ms, which ends after them', (timeoutMs, left) => {
  let now = 5000;
  const leftMs = shutdownBudget(timeoutMs, () => now);

  expect(left.map((_, index) => ((now = 5000 + index * 25_000), leftMs()))).toEqual(left);
});
