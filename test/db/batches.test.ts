import { describe, expect, test } from 'vitest';
import { batchBytes, batchesOf } from '../../src/db/batches.ts';

const half = batchBytes / 2;

describe('A batch', () => {
  test.each([
    ['nothing', [], []],
    ['what fits exactly', [half, half], [[half, half]]],
    ['no byte more', [half, half + 1, half], [[half], [half + 1], [half]]],
    ['one row that is larger than a batch', [3 * batchBytes, 1], [[3 * batchBytes], [1]]],
    ['rows in their order', [1, batchBytes, 2, 3], [[1], [batchBytes], [2, 3]]],
  ])('holds %s', (_, bytes, batches) => {
    const rows = bytes.map((each) => ({ bytes: each }));

    const made = [...batchesOf(rows)];

    expect(made.map((batch) => batch.map((row) => row.bytes))).toEqual(batches);
  });
});
