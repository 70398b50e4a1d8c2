import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../src/db/connect.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows by table. A column that is not named and must have a value has the same one in every row, so that rows refer to each other. */
export type Rows = Readonly<Record<string, Row | readonly Row[]>>;

export const past = '2026-01-01T00:00:00.000Z';
export const now = '2026-06-01T00:00:00.000Z';
export const uuid = '00000000-0000-4000-8000-000000000001';

const valueOf: Readonly<Record<string, unknown>> = {
  int4: 1,
  int8: 1,
  float8: 1,
  numeric: 1,
  text: 'x',
  varchar: 'x',
  bool: false,
  bytea: Buffer.from('x'),
  uuid,
  jsonb: '{}',
  timestamptz: past,
  date: '2026-01-01',
  _text: [],
  _int4: [],
  _int8: [],
  _uuid: [],
};

interface Column {
  readonly table_name: string;
  readonly name: string;
  readonly type: string;
}

let needed: ReturnType<typeof neededColumns> | undefined;

/** The columns that need a value, by table. */
async function neededColumns(db: Db): Promise<ReadonlyMap<string, readonly Column[]>> {
  const { rows } = await sql<Column>`
    select table_name, column_name as name, udt_name as type from information_schema.columns
    where table_schema = current_schema() and is_generated = 'NEVER'
      and (is_identity = 'YES' or (is_nullable = 'NO' and column_default is null))`.execute(db);
  return Map.groupBy(rows, ({ table_name }) => table_name);
}

/** Inserts the rows; the session checks no foreign key and runs no trigger. */
export async function insertRows(db: Db, rows: Rows): Promise<void> {
  const columns = await (needed ??= neededColumns(db));
  for (const [table, given] of Object.entries(rows))
    for (const row of [given].flat() as readonly Row[]) {
      const defaults = (columns.get(table) ?? []).map(({ name, type }) => [name, valueOf[type]]);
      const values = Object.entries({ ...Object.fromEntries(defaults), ...row });
      const names = values.map(([name]) => sql.ref(name));
      const parameters: RawBuilder<unknown>[] = values.map(([, value]) => sql`${value}`);
      await sql`
        insert into ${sql.table(table)} (${sql.join(names)}) overriding system value
        values (${sql.join(parameters)})`.execute(db);
    }
}
