import {
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import { notFound } from '../errors.ts';
import type { Database, Db } from './connect.ts';
import { newestFirst, type PageQuery } from './page.ts';

type Trx = Transaction<Database>;
type Table = {
  [Name in keyof Database]: 'id' | 'organization_id' extends keyof Database[Name] ? Name : never;
}[keyof Database];
type Columns<Name extends Table> = Selectable<Database[Name]>;
type Id<Name extends Table> = Columns<Name> extends { readonly id: infer Of } ? Of : never;

interface Definition<Column> {
  /** What is read of a row. */
  readonly columns: readonly Column[];
  /** The noun of a 404, and the parameter that names a row. */
  readonly missing: readonly [noun: string, param: string];
}

/** Finds a row of the organization; throws 404 if there is none. */
type Get<D, Name extends Table, Row> = (
  db: D,
  organizationId: number,
  id: Id<Name>,
) => Promise<Row>;

interface Resource<Name extends Table, Row> {
  /** A page, newest first. */
  readonly list: (db: Db, organizationId: number, query: PageQuery) => Promise<Row[]>;
  readonly get: Get<Db, Name, Row>;
  /** A `get` that locks the row until the transaction ends. */
  readonly locking: (
    lock: `for ${'key share' | 'no key update' | 'update'}`,
  ) => Get<Trx, Name, Row>;
  readonly insert: (trx: Trx, values: Insertable<Database[Name]>) => Promise<Row>;
  /** Writes the given columns of a locked row, and increments its revision. */
  readonly update: 'revision' extends keyof Database[Name]
    ? (trx: Trx, id: Id<Name>, changes: Updateable<Database[Name]>) => Promise<Row>
    : undefined;
  /** Deletes a locked row. */
  readonly remove: (trx: Trx, id: Id<Name>) => Promise<unknown>;
}

/** The columns that every such table has; its own types are those of `Resource`. */
interface Plain {
  readonly rows: { id: number; organization_id: number; revision: number };
}

/** The queries of a table whose rows belong to organizations, as far as it needs no others than other tables do. */
export function resource<Name extends Table, Column extends keyof Columns<Name>>(
  table: Name,
  { columns, missing }: Definition<Column>,
): Resource<Name, Pick<Columns<Name>, Column>> {
  const [rows, shown] = [table, columns] as unknown as ['rows', ['id']];
  const plain = (db: Db) => db as unknown as Kysely<Plain>;
  const of = (db: Db, organizationId: number) =>
    plain(db).selectFrom(rows).select(shown).where('organization_id', '=', organizationId);
  const one = (db: Db, organizationId: number, id: number) =>
    of(db, organizationId).where('id', '=', id);
  const none = () => notFound(...missing);
  const queries = {
    list: (db: Db, organizationId: number, query: PageQuery) =>
      of(db, organizationId).$call(newestFirst(query)).execute(),
    get: (db: Db, organizationId: number, id: number) =>
      one(db, organizationId, id).executeTakeFirstOrThrow(none),
    locking: (lock: string) => (trx: Trx, organizationId: number, id: number) =>
      one(trx, organizationId, id).modifyEnd(sql.raw(lock)).executeTakeFirstOrThrow(none),
    insert: (trx: Trx, values: Plain['rows']) =>
      plain(trx).insertInto(rows).values(values).returning(shown).executeTakeFirstOrThrow(),
    update: (trx: Trx, id: number, changes: Partial<Plain['rows']>) =>
      plain(trx)
        .updateTable(rows)
        .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
        .where('id', '=', id)
        .returning(shown)
        .executeTakeFirstOrThrow(),
    remove: (trx: Trx, id: number) => plain(trx).deleteFrom(rows).where('id', '=', id).execute(),
  };
  return queries as unknown as Resource<Name, Pick<Columns<Name>, Column>>;
}
