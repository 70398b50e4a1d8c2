import type { Transaction } from 'kysely';
import type { Database } from '../../src/db/connect.ts';
import type { Rows } from './rows.ts';

export type Trx = Transaction<Database>;

interface Case {
  /** The file below `src`, and the function in it that locks. */
  readonly at: string;
  readonly rows: Rows;
}

/** The rows of the table are locked with what the source says at the place until the transaction ends. */
export interface Lock extends Case {
  readonly run: (trx: Trx) => PromiseLike<unknown>;
  /** Default: the first one of `rows`. */
  readonly table?: string;
}

/** What two transactions at the same time may not both have. */
export interface Claim extends Case {
  /** Takes something, and returns what. */
  readonly run: (trx: Trx) => PromiseLike<readonly unknown[]>;
  /** What the transaction before does; default: the same. */
  readonly first?: (trx: Trx) => PromiseLike<unknown>;
  /** Whether the second waits for the first one; default: it passes over what the first one has. */
  readonly waits?: true;
  /** What the second one takes; default: nothing that the first one has. */
  readonly second?: readonly unknown[];
}

/** Rows that are locked in the order of `rows`, whatever the order in which they lie in the table. */
export interface Order extends Case {
  readonly run: (trx: Trx) => PromiseLike<unknown>;
}

/** The ids of rows, or of one or none. */
export const ids = <Row>(
  rows: readonly Row[] | Row | undefined,
  of: (row: Row) => unknown = (row) => (row as { readonly id: unknown }).id,
): readonly unknown[] => (rows === undefined ? [] : ([rows].flat() as Row[]).map(of));
