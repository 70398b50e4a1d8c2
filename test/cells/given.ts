import { listAcrossCells, type ServedCell } from '../../src/cells/over-cells.ts';
import { idsPerCell } from '../../src/db/cell-rules.ts';
import { idAfter, pageOf, type PageQuery, rowsFor } from '../../src/db/page.ts';
import type { ServedApp } from '../../src/http/context.ts';

export type Behaviour = 'answers' | 'not_ready' | 'hangs' | 'fails' | 'unopened';

interface Given {
  readonly number: number;
  readonly ids: readonly number[];
  /** Ids of another cell, from which an organization was moved. */
  readonly moved?: readonly number[];
  readonly behaviour?: Behaviour;
}

/** Cells with rows of these ids, counted from the first of each cell; and how often each was read. */
export function givenCells(given: readonly Given[]) {
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
  return { reads, page: (query: PageQuery) => listAcrossCells(cells, query, read) };
}

export const three: readonly Given[] = [
  { number: 9, ids: [1, 2, 3] },
  { number: 7, ids: [] },
  { number: 0, ids: [1, 2] },
];
