import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { byOrder, isKept, keptTables, type Place, walks } from './walk-rules.ts';

type Trx = Transaction<Database>;

interface Column {
  readonly name: string;
  /** As PostgreSQL names it. */
  readonly type: string;
}

/** A table of tenants with columns in which something can be written. */
export interface WalkedTable {
  readonly name: string;
  readonly texts: readonly Column[];
  readonly keys: readonly Column[];
  readonly primary: readonly Column[];
  /** The table of which each row has a part of this one, and the column that names it. */
  readonly parent: { readonly table: string; readonly column: Column } | undefined;
}

const textTypes = new Set(['text', 'character varying', 'jsonb', 'json', 'text[]']);

/** Every table of the schema that has an organization, with its columns that hold texts. */
export async function walkedTables(db: Db): Promise<WalkedTable[]> {
  const { rows } = await sql<{
    table: string;
    columns: (Column & { key: boolean; fixed: boolean })[];
  }>`
    select relname as table, json_agg(json_build_object(
      'name', attname, 'type', format_type(atttypid, null), 'fixed', attgenerated <> '',
      'key', attnum = any(coalesce(indkey::int2[], '{}'))
    ) order by attnum) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    left join pg_index on indrelid = pg_class.oid and indisprimary
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and exists (
        select from pg_attribute as own
        where own.attrelid = pg_class.oid and own.attname = 'organization_id' and not own.attisdropped
      )
    group by relname`.execute(db);
  return rows
    .filter(({ table }) => !keptTables.has(table))
    .map(({ table, columns }) => {
      const named = new Map(columns.map((column) => [column.name, column]));
      const keys = columns.filter(({ key }) => key);
      const within = keys.filter(({ name }) => name !== 'organization_id');
      // One row for each organization.
      const primary = within.length === 0 ? keys : within;
      if (primary.length === 0) throw new Error(`${table} has no primary key.`);
      const walk = walks[table];
      const parentColumn = named.get(walk?.parent?.column ?? '');
      return {
        name: table,
        texts: columns.filter(
          ({ name, type, fixed }) => textTypes.has(type) && !fixed && !isKept(table, name),
        ),
        keys: walk ? walk.keys.flatMap((name) => named.get(name) ?? []) : primary,
        primary,
        parent: parentColumn && walk?.parent && { table: walk.parent.table, column: parentColumn },
      };
    })
    .filter(({ texts }) => texts.length > 0)
    .toSorted((one, other) => byOrder(one.name, other.name));
}

interface Step {
  readonly organization_id: number;
  readonly place: Place;
  readonly rough: string;
  readonly limit: number;
}

interface Found {
  /** The primary keys of rows that may contain the number. */
  readonly rows: readonly (readonly string[])[];
  /** Undefined at the end of the table. */
  readonly next: Place | undefined;
}

const list = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts);
/** Wider than anything that may stand between two digits, so that no number begins in one column and ends in the next. */
const gap = ' '.repeat(12);

/** Reads the next rows of a table, or of a parent's part of it, in short statements that lock nothing. */
export async function nextRows(db: Db, table: WalkedTable, step: Step): Promise<Found> {
  const { place, rough, limit } = step;
  const parent = await parentAt(db, table, step);
  if (table.parent && parent === undefined) return { rows: [], next: undefined };
  const keys = list(table.keys.map(({ name }) => sql.ref(name)));
  const after = place.after
    ? sql`and (${keys}) > (${list(table.keys.map((key, index) => typed(place.after?.[index], key)))})`
    : sql``;
  const part = table.parent
    ? sql`and ${sql.ref(table.parent.column.name)} = ${typed(parent, table.parent.column)}`
    : sql``;
  const { rows } = await sql<{ keys: string[]; primary: string[]; hit: boolean; number: number }>`
    select * from (
      select ${asTexts(table.keys)} as keys, ${asTexts(table.primary)} as "primary",
        concat_ws(${gap}, ${list(table.texts.map(({ name }) => sql`${sql.ref(name)}::text`))}) ~ ${rough} as hit,
        row_number() over (order by ${keys})::integer as number
      from (
        select * from ${sql.table(table.name)} where organization_id = ${step.organization_id} ${part} ${after}
        order by ${keys} limit ${limit}
      ) as page
    ) as checked where hit or number = ${limit} order by number`.execute(db);
  const last = rows.at(-1);
  const within = parent === undefined ? {} : { parent };
  // A page that is not full is the last one of the table, or of the parent's part.
  const isFull = last?.number === limit;
  return {
    rows: rows.filter(({ hit }) => hit).map(({ primary }) => primary),
    next: isFull ? { ...within, after: last.keys } : table.parent && { ...within, done: true },
  };
}

const typed = (value: string | undefined, { type }: Column) =>
  sql`${value}::text::${sql.raw(type)}`;

const asTexts = (columns: readonly Column[]) =>
  sql`array[${list(columns.map(({ name }) => sql`${sql.ref(name)}::text`))}]`;

/** The row whose part is read now; undefined if there is none, or the table has no parent. */
async function parentAt(
  db: Db,
  { parent }: WalkedTable,
  { organization_id, place }: Step,
): Promise<string | undefined> {
  if (!parent) return undefined;
  if (place.parent !== undefined && !place.done) return place.parent;
  const after =
    place.parent === undefined ? sql`` : sql`and id > ${typed(place.parent, parent.column)}`;
  const { rows } = await sql<{ id: string }>`
    select id::text from ${sql.table(parent.table)} where organization_id = ${organization_id} ${after}
    order by id limit 1`.execute(db);
  return rows[0]?.id;
}

const byPrimary = ({ primary }: WalkedTable, key: readonly string[]) =>
  sql.join(
    primary.map((column, index) => sql`${sql.ref(column.name)} = ${typed(key[index], column)}`),
    sql` and `,
  );

/** The texts of a row, locked; undefined if it is gone. */
export async function lockTexts(
  trx: Trx,
  table: WalkedTable,
  { organization_id, key }: { readonly organization_id: number; readonly key: readonly string[] },
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select ${list(table.texts.map(({ name }) => sql.ref(name)))} from ${sql.table(table.name)}
    where organization_id = ${organization_id} and ${byPrimary(table, key)} for no key update`.execute(
    trx,
  );
  return rows[0];
}

/** Writes texts of a row that is locked. A failure leaves the transaction as it was. */
export async function writeTexts(
  trx: Trx,
  table: WalkedTable,
  {
    key,
    values,
  }: { readonly key: readonly string[]; readonly values: Readonly<Record<string, unknown>> },
): Promise<void> {
  const types = new Map(table.texts.map(({ name, type }) => [name, type]));
  const assignments = Object.entries(values).map(([name, value]) => {
    const isJson = types.get(name)?.startsWith('json');
    return sql`${sql.ref(name)} = ${isJson ? JSON.stringify(value) : value}::${sql.raw(types.get(name) ?? 'text')}`;
  });
  await sql`savepoint text_written`.execute(trx);
  try {
    await sql`
      update ${sql.table(table.name)} set ${list(assignments)} where ${byPrimary(table, key)}`.execute(
      trx,
    );
    await sql`release savepoint text_written`.execute(trx);
  } catch (error) {
    await sql`rollback to savepoint text_written`.execute(trx);
    throw error;
  }
}
