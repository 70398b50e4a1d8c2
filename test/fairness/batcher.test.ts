import { describe, expect, test } from 'vitest';
import { createBatcher } from '../../src/fairness/batcher.ts';

/** Work that ends on request. */
function heldWork() {
  const batches: { readonly items: readonly number[]; readonly finish: () => void }[] = [];
  const work = (items: readonly number[]): Promise<readonly number[]> => {
    const { promise, resolve } = Promise.withResolvers<readonly number[]>();
    batches.push({ items, finish: () => resolve(items.map((item) => item * 10)) });
    return promise;
  };
  return { batches, work };
}

const turn = () => new Promise((done) => setImmediate(done));

describe('A batcher', () => {
  test('works on inputs that arrive together at once, and returns each its own result', async () => {
    const { batches, work } = heldWork();
    const batcher = createBatcher({ work });

    const results = Promise.all([1, 2, 3].map((item) => batcher.add(item)));
    await turn();
    batches[0]?.finish();

    expect(await results).toEqual([10, 20, 30]);
    expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  });

  test('works on one batch of each key at once, keys in turns, up to the maximum', async () => {
    const { batches, work } = heldWork();
    const batcher = createBatcher({ work, maxAtOnce: 2, keyOf: (item) => item % 10 });

    const added = [11, 21, 12, 13, 31, 22].map((item) => batcher.add(item));
    await turn();
    const first = batches.map(({ items }) => items);
    batches[1]?.finish();
    await turn();
    const second = batches.map(({ items }) => items);
    for (let done = 0; done < batches.length; done++) {
      batches[done]?.finish();
      await turn();
    }

    expect(first).toEqual([
      [11, 21, 31],
      [12, 22],
    ]);
    expect(second).toEqual([...first, [13]]);
    expect(await Promise.all(added)).toEqual([110, 210, 120, 130, 310, 220]);
  });

  test('collects inputs of a key while a batch of it is in progress', async () => {
    const { batches, work } = heldWork();
    const batcher = createBatcher({ work });

    const added = [];
    for (const item of [1, 2, 3, 4]) {
      added.push(batcher.add(item));
      await turn();
    }
    expect(batches.map(({ items }) => items)).toEqual([[1]]);
    batches[0]?.finish();
    await turn();

    expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    for (const { finish } of batches) finish();
    expect(await Promise.all(added)).toEqual([10, 20, 30, 40]);
  });

  test('works on each input of a failed batch by itself', async () => {
    const failures: number[] = [];
    const batcher = createBatcher({
      work: async (items: readonly number[]) => {
        if (items.includes(2)) throw new Error('two');
        return items;
      },
      onFailure: (_, items) => failures.push(items),
    });

    const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(failures).toEqual([3]);
  });

  test('is settled when everything added is done', async () => {
    const { batches, work } = heldWork();
    const batcher = createBatcher({ work });
    let settled = false;

    void batcher.add(1);
    const waiting = batcher.settled().then(() => (settled = true));
    await turn();
    expect(settled).toBe(false);
    batches[0]?.finish();
    await waiting;

    expect(settled).toBe(true);
  });
});
