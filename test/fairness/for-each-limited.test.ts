import { expect, test } from 'vitest';
import { forEachLimited } from '../../src/fairness/for-each-limited.ts';

test('forEachLimited works on every item once, in order, and on no more than the maximum at once', async () => {
  const begun: number[] = [];
  let inProgress = 0;
  let max = 0;

  await forEachLimited([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    inProgress += 1;
    max = Math.max(max, inProgress);
    await new Promise((done) => setImmediate(done));
    inProgress -= 1;
  });

  expect([begun, max, inProgress]).toEqual([[1, 2, 3, 4, 5], 2, 0]);
});
