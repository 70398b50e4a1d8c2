import { sql, type Transaction } from 'kysely';
import { lockKey } from './advisory-locks.ts';
import type { Database, Db } from './connect.ts';
import { beginOf, endOf, type Month, monthOfPartition, partitionOf } from './months.ts';
import { permitted } from './permits.ts';

/** A table with a partition for each month and one, the default, for what has no month yet. */
interface MonthlyTable {
  readonly name: string;
  /** The column that says to which month a row belongs. */
  readonly at: string;
  /** A foreign key between the partitions of a month: one between whole tables would be checked in every month. */
  readonly reference?: {
    readonly name: string;
    readonly columns: readonly string[];
    readonly table: string;
    readonly to: readonly string[];
  };
  /** In percent. */
  readonly fillfactor?: number;
  /** The trigger that refuses changes. */
  readonly appendOnly?: string;
}

/** Tables whose months are made and dropped together, each after the one that it refers to. */
export interface MonthlyTables {
  readonly tables: readonly [MonthlyTable, ...MonthlyTable[]];
  /** Whether something of the time is unfinished, so that its month stays. */
  readonly isPending: (trx: Transaction<Database>, from: string, to: string) => Promise<boolean>;
}

/**
 * How long a lock is waited for: all later statements on the table wait behind it. A partition that cannot be made or
 * dropped now is tried again.
 */
const lockWaitMs = 200;

/** With more rows in the default partition nothing is made: its rows are looked at while the table is locked. */
export const maxDefaultRows = 50_000;

const defaultOf = (table: string): string => `${table}_default`;

/** The months that have partitions, oldest first. */
export async function monthsOf(db: Db, { tables: [{ name }] }: MonthlyTables): Promise<Month[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${name}::regclass`.execute(db);
  return rows.flatMap((row) => monthOfPartition(row.name) ?? []).toSorted();
}

/** The months of rows in the default partitions, oldest first; undefined if there are too many rows. */
export async function monthsInDefault(
  db: Db,
  { tables }: MonthlyTables,
): Promise<Month[] | undefined> {
  const months = new Set<Month>();
  for (const { name, at } of tables) {
    const { rows } = await sql<{ month: string; total: number }>`
      with found as (select ${sql.ref(at)} as at from ${sql.table(defaultOf(name))} limit ${maxDefaultRows + 1})
      select to_char(at at time zone 'UTC', 'YYYY-MM') as month, sum(count(*)) over ()::bigint as total
      from found group by 1`.execute(db);
    if ((rows[0]?.total ?? 0) > maxDefaultRows) return undefined;
    for (const { month } of rows) months.add(month);
  }
  return [...months].toSorted();
}

/**
 * Makes the partitions of a month, and moves the month's rows out of the default ones. False if they exist, or if
 * another process changes partitions now. Throws if a table stays locked for longer than 0.2 s.
 */
export const makeMonth = (db: Db, monthly: MonthlyTables, month: Month): Promise<boolean> =>
  changing(db, async (trx) => {
    const { tables } = monthly;
    if (await exists(trx, partitionOf(tables[0].name, month))) return false;
    // A statement that had looked up the partitions before would find its rows neither in the default one nor in the new one.
    await lockWhole(trx, tables);
    for (const { name } of tables)
      await sql`lock table ${sql.table(defaultOf(name))} in access exclusive mode`.execute(trx);
    const copied: MonthlyTable[] = [];
    for (const table of tables) {
      await create(trx, table, month);
      if ((await copy(trx, table, month)) > 0n) copied.unshift(table);
    }
    for (const table of copied) await removeCopied(trx, table, month);
    for (const { name } of tables)
      await sql`
        alter table ${sql.table(name)} attach partition ${sql.table(partitionOf(name, month))}
        for values from (${sql.lit(beginOf(month))}) to (${sql.lit(endOf(month))})`.execute(trx);
    return true;
  });

/**
 * Drops the partitions of a month with all their rows. False if something of it is pending, if it does not exist, or if
 * another process changes partitions now. Throws if a table stays locked for longer than 0.2 s.
 */
export const dropMonth = (db: Db, monthly: MonthlyTables, month: Month): Promise<boolean> =>
  changing(db, async (trx) => {
    const { tables, isPending } = monthly;
    if (!(await exists(trx, partitionOf(tables[0].name, month)))) return false;
    if (await isPending(trx, beginOf(month), endOf(month))) return false;
    await lockWhole(trx, tables);
    const partitions = tables.map(({ name }) => partitionOf(name, month)).toReversed();
    for (const partition of partitions)
      await sql`lock table ${sql.table(partition)} in access exclusive mode`.execute(trx);
    // Looked at again: nothing of the month can become pending from now on.
    if (await isPending(trx, beginOf(month), endOf(month))) return false;
    for (const partition of partitions) await sql`drop table ${sql.table(partition)}`.execute(trx);
    return true;
  });

/** Locks the tables, not their partitions: every statement locks a table before its partitions. */
async function lockWhole(
  trx: Transaction<Database>,
  tables: MonthlyTables['tables'],
): Promise<void> {
  for (const { name } of tables)
    await sql`lock table only ${sql.table(name)} in access exclusive mode`.execute(trx);
}

/** Runs the work unless another process changes partitions, and waits for no lock longer than 0.2 s. */
async function changing(
  db: Db,
  work: (trx: Transaction<Database>) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(lockWaitMs)}`.execute(trx);
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${lockKey('partitions')}) as taken`.execute(trx);
    return rows[0]?.taken === true && work(trx);
  });
}

async function exists(trx: Transaction<Database>, table: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${table}) is not null as exists`.execute(trx);
  return rows[0]?.exists === true;
}

async function create(
  trx: Transaction<Database>,
  table: MonthlyTable,
  month: Month,
): Promise<void> {
  const partition = partitionOf(table.name, month);
  const { fillfactor = 100, reference, appendOnly } = table;
  // Without the identity, which a partition has from its parent.
  await sql`
    create table ${sql.table(partition)} (
      like ${sql.table(table.name)}
      including constraints including defaults including generated including indexes including storage
    ) with (fillfactor = ${sql.lit(fillfactor)})`.execute(trx);
  if (reference)
    await sql`
      alter table ${sql.table(partition)} add constraint ${sql.ref(`${partition}_${reference.name}`)}
      foreign key (${sql.join(reference.columns.map((column) => sql.ref(column)))})
      references ${sql.table(partitionOf(reference.table, month))}
        (${sql.join(reference.to.map((column) => sql.ref(column)))})
      on delete cascade`.execute(trx);
  // A statement on the partition itself runs no statement triggers of the whole table; those of rows come with it.
  const { rows: triggers } = await sql<{ definition: string }>`
    select regexp_replace(pg_get_triggerdef(oid), ' ON \\S+ ', format(' ON %I ', ${partition}::text)) as definition
    from pg_trigger where tgrelid = ${table.name}::regclass and tgtype & 1 = 0 order by tgname`.execute(
    trx,
  );
  for (const { definition } of triggers) await sql.raw(definition).execute(trx);
  if (appendOnly !== undefined)
    await sql`
      alter table ${sql.table(partition)} enable always trigger ${sql.ref(appendOnly)}`.execute(
      trx,
    );
}

const ofMonth = (at: string, month: Month) =>
  sql`${sql.ref(at)} >= ${beginOf(month)} and ${sql.ref(at)} < ${endOf(month)}`;

/** Returns how many rows there were. */
async function copy(
  trx: Transaction<Database>,
  table: MonthlyTable,
  month: Month,
): Promise<bigint> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table.name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    trx,
  );
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  const { numAffectedRows = 0n } = await sql`
    insert into ${sql.table(partitionOf(table.name, month))} (${columns})
    select ${columns} from ${sql.table(defaultOf(table.name))} where ${ofMonth(table.at, month)}`.execute(
    trx,
  );
  return numAffectedRows;
}

function removeCopied(
  trx: Transaction<Database>,
  { name, at, appendOnly }: MonthlyTable,
  month: Month,
): Promise<unknown> {
  const remove = () =>
    sql`delete from ${sql.table(defaultOf(name))} where ${ofMonth(at, month)}`.execute(trx);
  return appendOnly === undefined ? remove() : permitted(trx, null, remove);
}
