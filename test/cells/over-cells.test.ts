import { describe, expect, test } from 'vitest';
import { listAcrossCells, type ServedCell } from '../../src/cells/over-cells.ts';
import { cellOf, idsPerCell } from '../../src/db/cell-rules.ts';
import { cursorAt } from '../../src/db/page.ts';
import { invalid, InvalidRequest } from '../../src/errors.ts';
import { type Behaviour, givenCells, three } from './given.ts';

const all = [9, 9, 9, 0, 0];

describe('A list of all cells', () => {
  test.each([1, 2, 3, 4, 5, 6, 50])('shows each item once, in pages of %i', async (limit) => {
    const { page } = givenCells(three);
    const ids: number[] = [];
    let pages = 0;

    for (let cursor: string | null | undefined; cursor !== null && pages < 9; pages += 1) {
      const read = await page({ limit, ...(cursor !== undefined && { cursor }) });
      expect(read.unanswered_cells).toEqual([]);
      expect(read.items.length).toBeLessThanOrEqual(limit);
      ids.push(...(read.items as { id: number }[]).map(({ id }) => id));
      cursor = read.next_cursor;
    }

    expect(ids.map(cellOf)).toEqual(all);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(pages).toBeLessThanOrEqual(Math.ceil(all.length / limit) + 1);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 50])(
    'shows each item once that was moved from another cell, in pages of %i',
    async (limit) => {
      const { page } = givenCells([
        { number: 9, ids: [1, 2], moved: [7 * idsPerCell + 2, 3] },
        { number: 7, ids: [1, 3], moved: [2] },
        { number: 0, ids: [1, 4] },
      ]);
      const ids: number[] = [];

      for (let cursor: string | null | undefined; cursor !== null;) {
        const read = await page({ limit, ...(cursor !== undefined && { cursor }) });
        ids.push(...(read.items as { id: number }[]).map(({ id }) => id));
        cursor = read.next_cursor;
      }

      const of = (cell: number, id: number) => cell * idsPerCell + id;
      expect(ids).toEqual([of(9, 2), of(9, 1), of(7, 2), 3, of(7, 3), of(7, 1), 2, 4, 1]);
    },
  );

  test('goes on after a cursor of before, which names no cell', async () => {
    const { page } = givenCells(three);

    const { items } = await page({ cursor: cursorAt([9 * idsPerCell + 2])! });

    expect((items as { id: number }[]).map(({ id }) => cellOf(id))).toEqual([9, 0, 0]);
  });

  test('reads no further cell than the page needs', async () => {
    const { page, reads } = givenCells(three);

    const { next_cursor } = await page({ limit: 2 });
    await page({ limit: 1, cursor: next_cursor! });

    expect(reads).toEqual([9, 9]);
  });

  test('stays where it was while items are added', async () => {
    const ids = [1, 2, 3];
    const { page } = givenCells([{ number: 9, ids }, ...three.slice(1)]);

    const { next_cursor } = await page({ limit: 2 });
    ids.push(4, 5);
    const { items } = await page({ cursor: next_cursor! });

    expect(items.map((item) => (item as { id: number }).id)).toEqual([9 * idsPerCell + 1, 2, 1]);
  });

  test.each<Behaviour>(['not_ready', 'unopened', 'fails'])(
    'names a cell at once that is %s, and shows the others',
    async (behaviour) => {
      const { page } = givenCells([three[0]!, { number: 7, ids: [1], behaviour }, three[2]!]);
      const before = performance.now();

      const { items, ...rest } = await page({});

      expect(items).toHaveLength(all.length);
      expect(rest).toEqual({ next_cursor: null, unanswered_cells: [7] });
      expect(performance.now() - before).toBeLessThan(1000);
    },
  );

  test('refuses what no cell understands', async () => {
    const { page } = givenCells(three);
    const refusing = listAcrossCells(
      [
        {
          number: 0,
          served: {
            answering: { app: {} },
            notReadyBecause: async () => undefined,
          } as unknown as ServedCell,
        },
      ],
      {},
      async () => {
        throw invalid(['query', 'status'], 'No.');
      },
    );

    await expect(page({ cursor: 'x' })).rejects.toThrow('invalid');
    await expect(refusing).rejects.toBeInstanceOf(InvalidRequest);
  });
});
