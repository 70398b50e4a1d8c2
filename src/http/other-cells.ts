import type { PageQuery } from '../db/page.ts';
import { cellOf } from '../db/cell-rules.ts';
import type { ServedApp } from './context.ts';
import type { Operation } from './operations.ts';
import type { Streams } from './streams.ts';
import type { Decoded } from './validate.ts';

/** What works on a request once it is admitted. */
export interface Answering {
  readonly app: ServedApp;
  readonly streams: Streams;
}

/** Reads a page of a list in one cell. */
export type ReadPage = (app: ServedApp, page: PageQuery) => Promise<unknown>;

/** The cells beside the one that got a request. */
export interface OtherCells {
  /** What works on a request without a caller, by its body; undefined: what got it. */
  ofBody(operation: Operation, body: unknown): Promise<Answering | undefined>;
  /** The cell of an organization. Throws `unavailable` while it is being moved. */
  cellOf(organization: number): number;
  /** What works in a cell; undefined if this process is not to serve it. Throws `unavailable` if it is away. */
  ofCell(cell: number): Answering | undefined;
  /** A page of what is in all cells. */
  pageOf(query: PageQuery, read: ReadPage): Promise<unknown>;
}

/** The cell of what a super admin's request is about; undefined: that of the caller. */
export function cellOfSubject(
  { path, query }: Decoded,
  elsewhere: OtherCells | undefined,
): number | undefined {
  if (query['cell'] !== undefined) return query['cell'] as number;
  const organization = path['organization_id'] ?? query['organization_id'];
  if (organization !== undefined) {
    const id = organization as number;
    return elsewhere ? elsewhere.cellOf(id) : cellOf(id);
  }
  const entry = path['entry_id'];
  return entry === undefined ? undefined : cellOf(entry as number);
}
