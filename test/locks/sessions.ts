import { type ControlledTransaction, sql } from 'kysely';
import { register } from '../../src/cells/queries.ts';
import type { Database, Db } from '../../src/db/connect.ts';
import type { Claim, Lock, Order, Trx } from './cases.ts';
import { ofTheTest } from './cutting.ts';
import { insertRows, type Rows } from './rows.ts';
import type { Mode } from './sites.ts';

/** Without triggers, foreign keys and checks, so that any row can be there and a statement locks what it says alone. */
export const plainUrl = (url: string): string => {
  const plain = new URL(url);
  plain.searchParams.set('options', '-c session_replication_role=replica');
  return plain.href;
};

const mark = sql.raw(ofTheTest);

/** Empties the tables of such a database; the directory of cells has some of its own. */
export async function prepare(db: Db): Promise<void> {
  await register(db, [1]);
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %I disable trigger user', relname)
        || coalesce((select string_agg(format(', drop constraint %I', conname), '') from pg_constraint
          where conrelid = pg_class.oid and contype = 'c' and coninhcount = 0), '') as statement
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db);
  for (const { statement } of rows) await sql.raw(statement).execute(db);
  await empty(db);
}

const empty = (db: Db) =>
  sql`
    do $$ declare name text; begin
      for name in select relname from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      loop execute format('delete from %I', name); end loop;
    end $$`.execute(db);

async function removeRows(db: Db, rows: Rows): Promise<void> {
  for (const table of Object.keys(rows)) await sql`delete from ${sql.table(table)}`.execute(db);
}

interface Session {
  readonly trx: ControlledTransaction<Database>;
  readonly pid: number;
}

async function begin(db: Db): Promise<Session> {
  const trx = await db.startTransaction().execute();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  return { trx, pid: rows[0]!.pid };
}

/** Waits until the work of a session is done, or waits for another one; returns whether it waits. */
async function isWaiting(db: Db, { pid }: Session, work: Promise<unknown>): Promise<boolean> {
  let isDone = false;
  const end = (): void => void (isDone = true);
  work.then(end, end);
  for (;;) {
    const { rows } = await sql<{ waits: boolean }>`
      select cardinality(pg_blocking_pids(${pid}::integer)) > 0 as waits`.execute(db);
    if (isDone) return false;
    if (rows[0]!.waits) return true;
  }
}

function start(work: (trx: Trx) => PromiseLike<unknown>, { trx }: Session): Promise<unknown> {
  const working = Promise.resolve(work(trx));
  working.catch(() => {});
  return working;
}

/** What each of two transactions takes at once, and whether the second one waited for the first. */
export async function atOnce(db: Db, { rows, run, first = run }: Claim) {
  await insertRows(db, rows);
  const [one, other] = [await begin(db), await begin(db)];
  let waited = false;
  try {
    const before = await first(one.trx);
    const taking = start(run, other);
    waited = await isWaiting(db, other, taking);
    if (waited) await one.trx.commit().execute();
    return { before, after: (await taking) as readonly unknown[], waited };
  } finally {
    await other.trx.rollback().execute();
    if (!waited) await one.trx.rollback().execute();
    await (waited ? empty(db) : removeRows(db, rows));
  }
}

/** What the transaction holds on the rows of a table, all of which are looked at. */
export async function heldBy(db: Db, { rows, run, table = Object.keys(rows)[0]! }: Lock) {
  await insertRows(db, rows);
  const { trx } = await begin(db);
  try {
    await run(trx);
    return await heldOn(db, table, [rows[table]].flat().length);
  } finally {
    await trx.rollback().execute();
    await removeRows(db, rows);
  }
}

async function heldOn(db: Db, table: string, count: number): Promise<Mode | 'nothing'> {
  const conflicting = [
    ['key share', 'update'],
    ['share', 'no key update'],
    ['no key update', 'share'],
    ['update', 'key share'],
  ] as const;
  for (const [tried, held] of conflicting) {
    const { rows } = await sql`
      select ${mark} from ${sql.table(table)} for ${sql.raw(tried)} skip locked`.execute(db);
    if (rows.length < count) return held;
  }
  return 'nothing';
}

/** Whether somebody who locks all rows waits for the first one, and how many others are locked meanwhile. */
export async function lockedBehind(db: Db, { rows, run }: Order) {
  const [[table, inOrder]] = Object.entries(rows) as [[string, readonly Rows[string][]]];
  await insertRows(db, { ...rows, [table]: inOrder.toReversed() as never });
  const [one, other] = [await begin(db), await begin(db)];
  try {
    const conditions = Object.entries(inOrder[0]!).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value}`,
    );
    await sql`
      select ${mark} from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} for update`.execute(
      one.trx,
    );
    // A plan that begins with the table.
    for (const plan of ['nestloop', 'mergejoin', 'indexscan', 'bitmapscan'])
      await sql`set local ${sql.ref(`enable_${plan}`)} = off`.execute(other.trx);
    const work = start(run, other);
    const waited = await isWaiting(db, other, work);
    const free = await sql`
      select ${mark} from ${sql.table(table)} for update skip locked`.execute(db);
    await one.trx.rollback().execute();
    await work;
    return { waited, locked: inOrder.length - 1 - free.rows.length };
  } finally {
    await other.trx.rollback().execute();
    await removeRows(db, rows);
  }
}
