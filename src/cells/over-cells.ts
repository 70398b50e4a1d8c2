import type { RequestListener } from 'node:http';
import { cellOf, idsPerCell } from '../db/cell-rules.ts';
import {
  cursorAt,
  idAfter,
  isId,
  limitOf,
  type Page,
  type PageQuery,
  positionAfter,
} from '../db/page.ts';
import { InvalidRequest } from '../errors.ts';
import type { Answering, ReadPage } from '../http/other-cells.ts';
import { withTimeout } from '../time/with-timeout.ts';

/** A cell that this process serves. */
export interface ServedCell {
  readonly listener: RequestListener;
  readonly answering: Answering;
  /** Why it cannot work now; undefined if it can. */
  notReadyBecause(): Promise<string | undefined>;
}

/** How long a page waits for one cell, for all, and at least for one: with less time left, it ends before that cell. */
const cellMs = 2500;
const leastMs = 500;
const allMs = 5000;

interface ListedCell {
  readonly number: number;
  /** Undefined while it is away. */
  readonly served: ServedCell | undefined;
}

interface PageOfCells extends Page<unknown> {
  unanswered_cells: number[];
}

/**
 * A page of the objects of these cells. The cells' numbers descend, and so do ids, except those of a moved organization,
 * which come last in its cell. A cursor holds an id and the cell. Cells are read one after another until the page is full.
 * A cell that is not ready is left out at once, one that does not answer when its time is over.
 */
export async function listAcrossCells(
  cells: readonly ListedCell[],
  query: PageQuery,
  read: ReadPage,
): Promise<PageOfCells> {
  const end = performance.now() + allMs;
  const after = idAfter(query);
  const first = after === undefined ? Infinity : (cellIn(query) ?? cellOf(after - 1));
  // None is waited for before its turn.
  const left = cells
    .filter(({ number }) => number <= first)
    .map((cell) => ({ ...cell, isReady: isReady(cell) }));
  const items: unknown[] = [];
  const unanswered_cells: number[] = [];
  const pageUntil = (next_cursor: string | null) => ({ items, next_cursor, unanswered_cells });
  for (const { number, served, isReady: ready } of left) {
    const leftMs = end - performance.now();
    const limit = limitOf(query) - items.length;
    if (limit === 0 || leftMs < leastMs) return pageUntil(cursorAt([idsEndOf(number), number]));
    const { cursor } = number === first ? query : {};
    const page = await withTimeout(
      Math.min(cellMs, leftMs),
      ready.then((is) => (is ? pageIn(served!, { limit, ...(cursor && { cursor }) }) : undefined)),
      () => undefined,
    );
    if (page === undefined) unanswered_cells.push(number);
    else items.push(...page.items);
    if (page?.next_cursor) {
      const last = idAfter({ cursor: page.next_cursor });
      return pageUntil(cursorAt([last, number]));
    }
  }
  return pageUntil(null);

  async function pageIn({ answering: { app } }: ServedCell, part: PageQuery) {
    try {
      return (await read(app, part)) as Page<unknown>;
    } catch (error) {
      if (error instanceof InvalidRequest) throw error;
      app.log.warn({ err: error }, 'a cell did not answer a list of all cells');
      return undefined;
    }
  }
}

/** The cell of a cursor; cursors of former releases name none. */
const cellIn = (query: PageQuery): number | undefined =>
  positionAfter(query, ([, cell]) => ({ cell: isId(cell) || cell === 0 ? cell : undefined }))?.cell;

const isReady = async ({ served }: ListedCell): Promise<boolean> =>
  served !== undefined && (await served.notReadyBecause()) === undefined;

/** Above all ids of a cell. */
const idsEndOf = (cell: number): number => (cell + 1) * idsPerCell;
