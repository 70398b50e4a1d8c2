import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../src/db/connect.ts';
import { permitted } from '../../src/db/permits.ts';
import { Refusal } from '../postgres/cluster.ts';
import { columnsOf, type Table, tablesOf } from './tables.ts';

type Trx = Transaction<Database>;

/** So many rows are copied by one statement: one may have a megabyte. */
const batch = 100;
const lockMs = 10_000;
/** How often it is looked whether older transactions have ended. */
const lookMs = 100;

/** The schema in which the rows of an organization are that has left a cell and not arrived in another. */
export const departureOf = (organization: number): string => `departing_${organization}`;

export const hasDeparted = async (db: Db, organization: number): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_namespace where nspname = ${departureOf(organization)}`.execute(db);
  return rows.length > 0;
};

export const has = async (db: Db, organization: number): Promise<boolean> => {
  const { rows } = await sql`select from organizations where id = ${organization}`.execute(db);
  return rows.length > 0;
};

/** Without it counts would be added again, references checked one by one, and append-only rows be refused. */
const withoutTriggers = (trx: Trx) =>
  sql`set local session_replication_role = replica`.execute(trx);

/**
 * Moves an organization's rows out of the tables, in one transaction. Parents go first: a row that somebody adds meanwhile
 * refers to one of them, so either it is seen here or it is refused there. The check sees the rows that have left as the
 * tables' own; if it throws, they have not.
 */
export async function depart(
  db: Db,
  organization: number,
  check: (trx: Trx) => Promise<void>,
): Promise<void> {
  const schema = departureOf(organization);
  const tables = await tablesOf(db);
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(trx);
    await withoutTriggers(trx);
    await sql`select from organizations where id = ${organization} for update`.execute(trx);
    await sql`create schema ${sql.id(schema)}`.execute(trx);
    for (const { name } of tables)
      await sql`create table ${sql.id(schema, name)} (like ${sql.table(name)})`.execute(trx);
    await take(trx, organization, tables);
    await sql`select set_config('search_path', ${`${schema},`} || current_setting('search_path'), true)`.execute(
      trx,
    );
    await check(trx);
  });
}

async function take(trx: Trx, organization: number, tables: readonly Table[]): Promise<void> {
  const schema = departureOf(organization);
  await permitted(trx, null, async () => {
    for (const { name, which } of tables)
      await sql`
        with gone as (delete from ${sql.table(name)} where ${which(organization, schema)} returning *)
        insert into ${sql.id(schema, name)} select * from gone`.execute(trx);
  });
}

/**
 * Has the rows follow that refer to none, such as audit events, of transactions that wrote when the others left. Waits
 * until those have ended.
 */
export async function followLate(
  db: Db,
  organization: number,
  pause: () => Promise<unknown> = () => wait(lookMs),
): Promise<void> {
  const open = await writing(db);
  while (!(await writing(db)).isDisjointFrom(open)) await pause();
  const tables = await tablesOf(db);
  await db.transaction().execute(async (trx) => {
    await withoutTriggers(trx);
    await take(trx, organization, tables);
  });
}

/** The transactions of the database that have written. */
async function writing(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select transactionid::text as id from pg_locks join pg_stat_activity using (pid)
    where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted and datname = current_database()`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Copies the rows of an organization that has departed into another cell, in one transaction, and compares them. */
export async function arrive(from: Db, to: Db, organization: number): Promise<number> {
  try {
    return await copyAll(from, to, organization);
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    if (code !== '23505') throw error;
    throw new Refusal(`The cell has already what is to arrive: ${message}. Nothing was copied.`);
  }
}

async function copyAll(from: Db, to: Db, organization: number): Promise<number> {
  const schema = departureOf(organization);
  const tables = await tablesOf(to);
  let rows = 0;
  await from.transaction().execute(async (source) => {
    await to.transaction().execute(async (target) => {
      await withoutTriggers(target);
      for (const { name, which } of tables) {
        const columns = await columnsOf(target, name);
        await copy(source, target, { schema, name, columns });
        const left = await contentOf(source, sql`${sql.id(schema, name)}`, columns);
        const came = await contentOf(
          target,
          sql`${sql.table(name)} where ${which(organization)}`,
          columns,
        );
        if (left.digest !== came.digest || left.rows !== came.rows)
          throw new Refusal(`The rows of ${name} did not arrive as they left. Nothing was copied.`);
        rows += came.rows;
      }
    });
  });
  return rows;
}

interface Copied {
  readonly schema: string;
  readonly name: string;
  readonly columns: RawBuilder<unknown>;
}

async function copy(source: Trx, target: Trx, { schema, name, columns }: Copied): Promise<void> {
  await sql`
    declare departed no scroll cursor for
    select row_to_json(departed)::text as row from ${sql.id(schema, name)} as departed`.execute(
    source,
  );
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(batch)} from departed`.execute(
      source,
    );
    if (rows.length === 0) break;
    const json = `[${rows.map(({ row }) => row).join(',')}]`;
    await sql`
      insert into ${sql.table(name)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(name)}, ${json}::json)`.execute(
      target,
    );
  }
  await sql`close departed`.execute(source);
}

async function contentOf(
  trx: Trx,
  from: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const { rows } = await sql<{ rows: number; digest: string }>`
    select count(*)::bigint as rows,
      coalesce(sum(('x' || left(md5(row_to_json(each)::text), 15))::bit(60)::bigint), 0)::text as digest
    from (select ${columns} from ${from}) as each`.execute(trx);
  return rows[0]!;
}

export const removeDeparture = (db: Db, organization: number) =>
  sql`drop schema ${sql.id(departureOf(organization))} cascade`.execute(db);
