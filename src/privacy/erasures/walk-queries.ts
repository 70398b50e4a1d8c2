import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { isOwn, whoseColumns } from './rules.ts';
import { isKept } from '../other-columns.ts';
import { byOrder, keptTables, type Place, type Walk, walks } from './walk-rules.ts';
import { ownSchema } from '../../db/own-schema.ts';

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
  /** The column that says whose a row is. */
  readonly owner: string;
  /** The table of which each row has a part of this one, and the column that names it. */
  readonly parent: (Walk['parent'] & { readonly key: Column }) | undefined;
}

const organizations = 'organizations';
const textTypes = new Set(['text', 'character varying', 'jsonb', 'json', 'text[]']);

/** The organizations, and every table of the schema that has one, with their columns that hold texts. */
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
    where relnamespace = ${ownSchema} and relkind in ('r', 'p') and not relispartition
      and (relname = ${organizations} or exists (
        select from pg_attribute as own
        where own.attrelid = pg_class.oid and own.attname = 'organization_id' and not own.attisdropped
      ))
    group by relname`.execute(db);
  return rows
    .filter(({ table }) => !keptTables.has(table))
    .map(({ table, columns }) => {
      const byName = new Map(columns.map((column) => [column.name, column]));
      const keys = columns.filter(({ key }) => key);
      const within = keys.filter(({ name }) => name !== 'organization_id');
      // One row for each organization.
      const primary = within.length === 0 ? keys : within;
      if (primary.length === 0) throw new Error(`${table} has no primary key.`);
      const walk = walks[table];
      const parentColumn = byName.get(walk?.parent?.column ?? '');
      return {
        name: table,
        owner: table === organizations ? 'id' : 'organization_id',
        texts: columns.filter(
          ({ name, type, fixed }) => textTypes.has(type) && !fixed && !isKept(table, name),
        ),
        keys: walk ? walk.keys.flatMap((name) => byName.get(name) ?? []) : primary,
        primary,
        parent: parentColumn && walk?.parent && { ...walk.parent, key: parentColumn },
      };
    })
    .filter(({ texts }) => texts.length > 0)
    .toSorted((one, other) => byOrder(one.name, other.name));
}

interface Step {
  readonly organization_id: number;
  readonly phone_number: string;
  readonly place: Place;
  readonly rough: string;
}

/** A row that may contain the number. */
export interface FoundRow {
  /** Its primary key. */
  readonly key: readonly string[];
  /** Whether it belongs to the person, and is not only one that mentions the number. */
  readonly isOwn: boolean;
  /** Where the walk goes on after it. */
  readonly place: Place;
}

interface Found {
  readonly rows: readonly FoundRow[];
  /** Undefined at the end of the table. */
  readonly next: Place | undefined;
}

/** How many rows a page has, and how many bytes of texts as they are stored, which may be compressed. */
const rowsAtOnce = 200;
const bytesAtOnce = 128 * 1024;

const list = (parts: readonly RawBuilder<unknown>[]) =>
  parts.length === 0 ? sql`` : sql.join(parts);
const named = (columns: readonly Column[]) => columns.map(({ name }) => sql.ref(name));
/** Wider than anything that may stand between two digits, so that no number begins in one column and ends in the next. */
const gap = ' '.repeat(12);

/**
 * Reads the next rows of a table, or of a parent's part of it, in short statements that lock nothing. Only texts of a page
 * are read, which ends after some rows or bytes: at least after one row.
 */
export async function nextRows(db: Db, table: WalkedTable, step: Step): Promise<Found> {
  const { place, rough } = step;
  const parent = await parentAt(db, table, step);
  if (table.parent && parent === undefined) return { rows: [], next: undefined };
  const keys = list(named(table.keys));
  const after = place.after
    ? sql`and (${keys}) > (${list(table.keys.map((key, index) => typed(place.after?.[index], key)))})`
    : sql``;
  const part = table.parent
    ? sql`and ${sql.ref(table.parent.column)} = ${typed(parent, table.parent.key)}`
    : sql``;
  const whose = table.texts
    .filter(({ name }) => whoseColumns.includes(name))
    .flatMap(({ name }) => [sql`${name}::text`, sql.ref(name)]);
  const bytes = table.texts.map(({ name }) => sql`coalesce(pg_column_size(${sql.ref(name)}), 0)`);
  const { rows } = await sql<{
    keys: string[];
    primary: string[];
    hit: boolean;
    whose: Record<string, unknown>;
    ends_table: boolean;
  }>`
    select * from (
      select ${asTexts(table.keys)} as keys, ${asTexts(table.primary)} as "primary", walk_row,
        concat_ws(${gap}, ${list(named(table.texts).map((text) => sql`${text}::text`))}) ~ ${rough} as hit,
        jsonb_build_object(${list(whose)}) as whose,
        walk_row = max(walk_row) over () as ends_page,
        walk_row = walk_rows and walk_rows < ${rowsAtOnce} as ends_table
      from (
        select page.*, row_number() over (order by ${keys}) as walk_row, count(*) over () as walk_rows,
          sum(walk_bytes) over (order by ${keys}) as walk_bytes_read
        from (
          select *, ${sql.join(bytes, sql` + `)} as walk_bytes from ${sql.table(table.name)}
          where ${sql.ref(table.owner)} = ${step.organization_id} ${part} ${after} order by ${keys} limit ${rowsAtOnce}
        ) as page
      ) as weighed where walk_row = 1 or walk_bytes_read <= ${bytesAtOnce}
    ) as checked where hit or ends_page order by walk_row`.execute(db);
  const within = parent === undefined ? {} : { parent };
  const last = rows.at(-1);
  return {
    rows: rows
      .filter(({ hit }) => hit)
      .map((row) => ({
        key: row.primary,
        isOwn: isOwn(row.whose, step.phone_number),
        place: { ...within, after: row.keys },
      })),
    next:
      last && !last.ends_table
        ? { ...within, after: last.keys }
        : table.parent && { ...within, done: true },
  };
}

const typed = (value: string | undefined, { type }: Column) =>
  sql`${value}::text::${sql.raw(type)}`;

const asTexts = (columns: readonly Column[]) =>
  sql`array[${list(named(columns).map((column) => sql`${column}::text`))}]`;

/** The row whose part is read now; undefined if there is none, or the table has no parent. */
async function parentAt(
  db: Db,
  { parent }: WalkedTable,
  { organization_id, place }: Step,
): Promise<string | undefined> {
  if (!parent) return undefined;
  if (place.parent !== undefined && !place.done) return place.parent;
  const after =
    place.parent === undefined ? sql`` : sql`and id > ${typed(place.parent, parent.key)}`;
  const whole = parent.whole === undefined ? sql`` : sql`and ${sql.ref(parent.whole)} is null`;
  const { rows } = await sql<{ id: string }>`
    select id::text from ${sql.table(parent.table)}
    where organization_id = ${organization_id} ${after} ${whole} order by id limit 1`.execute(db);
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
    select ${list(named(table.texts))} from ${sql.table(table.name)}
    where ${sql.ref(table.owner)} = ${organization_id} and ${byPrimary(table, key)} for no key update`.execute(
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
