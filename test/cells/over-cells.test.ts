import { describe, expect, test } from 'vitest';
import { pageOver, type ServedCell } from '../../src/cells/over-cells.ts';
import { cellOf, idsPerCell } from '../../src/db/cell-rules.ts';
import { cursorAt, idAfter, pageOf, type PageQuery, rowsFor } from '../../src/db/page.ts';
import type { ServedApp } from '../../src/http/context.ts';
import { invalid, InvalidRequest } from '../../src/errors.ts';

type Behaviour = 'answers' | 'not_ready' | 'hangs' | 'fails' | 'unopened';

interface Given {
  readonly number: number;
  readonly ids: readonly number[];
  /** Ids of another cell, from which an organization was moved. */
  readonly moved?: readonly number[];
  readonly behaviour?: Behaviour;
}

/** Cells with rows of these ids, counted from the first of each cell; and how often each was read. */
function givenCells(given: readonly Given[]) {
  const reads: number[] = [];
  const cells = given.map(({ number, behaviour = 'answers' }) => ({
    number,
    served:
      behaviour === 'unopened'
        ? undefined
        : ({
            answering: { app: { cell: number, log: { warn() {} } } },
            notReadyBecause: async () => (behaviour === 'not_ready' ? 'It is away.' : undefined),
          } as unknown as ServedCell),
  }));
  const read = async (app: ServedApp, query: PageQuery): Promise<unknown> => {
    const { cell: number } = app as unknown as { readonly cell: number };
    reads.push(number);
    const { ids, moved = [], behaviour } = given.find((each) => each.number === number)!;
    if (behaviour === 'hangs') await new Promise(() => {});
    if (behaviour === 'fails') throw new Error('The database is gone.');
    const after = idAfter(query) ?? Infinity;
    const rows = [...ids.map((id) => number * idsPerCell + id), ...moved]
      .map((id) => ({ id }))
      .filter(({ id }) => id < after)
      .toSorted((a, b) => b.id - a.id);
    return pageOf(rows.slice(0, rowsFor(query)), query);
  };
  return { reads, page: (query: PageQuery) => pageOver(cells, query, read) };
}

const three: readonly Given[] = [
  { number: 9, ids: [1, 2, 3] },
  { number: 7, ids: [] },
  { number: 0, ids: [1, 2] },
];
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

  test('waits for those that hang as long as a page may take, and ends where it came to', async () => {
    const hanging = [8, 7, 6].map((number) => ({ number, ids: [1], behaviour: 'hangs' as const }));
    const { page } = givenCells([three[0]!, ...hanging, three[2]!]);
    const before = performance.now();

    const first = await page({});
    const took = performance.now() - before;
    const second = await page({ cursor: first.next_cursor! });

    expect([first.items.length, first.unanswered_cells]).toEqual([3, [8, 7]]);
    expect(took).toBeLessThan(6000);
    expect([second.items.length, second.unanswered_cells]).toEqual([2, [6]]);
    expect(second.next_cursor).toBeNull();
  });

  test('refuses what no cell understands', async () => {
    const { page } = givenCells(three);
    const refusing = pageOver(
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
