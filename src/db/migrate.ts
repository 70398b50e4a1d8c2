import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { setTimeout as wait } from 'node:timers/promises';
import { lockKey } from './advisory-locks.ts';
import type { Db } from './connect.ts';
import { isHeldUp, isConstraintViolation } from './errors.ts';
import { ownSchemaName, ownSchema } from './own-schema.ts';
import { withoutClientLimit } from './time-limits.ts';
import { cellOf, idsPerCell } from './cell-rules.ts';
import { UnfitServer } from './pooler.ts';

/**
 * Compares the rows that exist with the constraints that migrations added as `not valid`. Others read and write meanwhile,
 * so it is no part of a migration. Returns the names of the constraints that all rows obey now; one that a row violates
 * holds for new rows, as before, and is reported.
 */
async function validateConstraints(
  db: Db,
  onViolated?: (error: unknown, constraint: string) => void,
): Promise<string[]> {
  const { rows } = await sql<{ name: string; table: string }>`
    select conname as name, relname as table from pg_constraint join pg_class on pg_class.oid = conrelid
    where not convalidated and connamespace = ${ownSchema}
    order by 2, 1`.execute(db);
  const valid: string[] = [];
  for (const { name, table } of rows) {
    try {
      await sql`alter table ${sql.ref(table)} validate constraint ${sql.ref(name)}`.execute(db);
      valid.push(name);
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      onViolated?.(error, name);
    }
  }
  return valid;
}

/** Indexes of large tables, by name. They are built while others write, which no transaction can do. */
export const concurrentIndexes: Readonly<Record<string, string>> = {
  // The calls to a contact of a campaign are several.
  workflow_runs_external_id_key: `create unique index concurrently workflow_runs_external_id_key
    on workflow_runs (organization_id, external_id)
    where external_id is not null and mode <> 'campaign'`,
  workflow_runs_external_id_idx: `create index concurrently workflow_runs_external_id_idx
    on workflow_runs (organization_id, external_id, created_at desc, id desc)
    where external_id is not null`,
  // Test and text runs, which are few.
  workflow_runs_mode_idx: `create index concurrently workflow_runs_mode_idx
    on workflow_runs (organization_id, mode, created_at desc, id desc) where mode in ('test', 'text')`,
  campaign_source_rows_external_id_key: `create unique index concurrently campaign_source_rows_external_id_key
    on campaign_source_rows (source_id, external_id) where external_id is not null`,
  campaign_contacts_external_id_key: `create unique index concurrently campaign_contacts_external_id_key
    on campaign_contacts (campaign_id, external_id) where external_id is not null`,
};

/** Indexes of earlier migrations that are no longer needed; they are dropped after the new ones are built. */
export const formerIndexes = [
  'workflow_runs_answered_by_idx',
  'workflow_runs_test_idx',
  'workflow_runs_text_idx',
] as const;

/**
 * Builds the indexes that are missing, and those anew whose build was interrupted, and drops the former ones. Returns the
 * names of those that it built.
 */
async function buildIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; is_valid: boolean }>`
    select relname as name, indisvalid as is_valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = ${ownSchema}`.execute(db);
  const isValid = new Map(rows.map(({ name, is_valid }) => [name, is_valid]));
  const missing = Object.entries(concurrentIndexes).filter(([name]) => !isValid.get(name));
  for (const [name, statement] of missing) {
    await drop(db, name);
    await sql.raw(statement).execute(db);
  }
  for (const name of formerIndexes) if (isValid.has(name)) await drop(db, name);
  return missing.map(([name]) => name);
}

const drop = (db: Db, name: string) =>
  sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);

/**
 * Has every sequence give ids of the cell's range, so that no two cells give the same. Called again it changes nothing.
 * Throws an UnfitServer if a sequence has given ids of another cell.
 */
async function giveIdsOfCell(db: Db, cell: number): Promise<void> {
  const { rows } = await sql<{ sequence: string; last: number | null }>`
    select oid::regclass::text as sequence, pg_sequence_last_value(oid) as last from pg_class
    where relnamespace = ${ownSchema} and relkind = 'S' order by 1`.execute(db);
  const foreign = rows.find(({ last }) => last !== null && cellOf(last) !== cell);
  if (foreign)
    throw new UnfitServer(
      `The database has ids of cell ${cellOf(foreign.last!)}, and CELLS says ${cell}. A cell keeps its number.`,
    );
  if (cell === 0) return;
  for (const { sequence, last } of rows)
    if (last === null)
      await sql`select setval(${sequence}::regclass, ${cell * idsPerCell}::bigint)`.execute(db);
}

const folder = new URL('migrations/', import.meta.url);

/** In the order of their numbers. */
const names = readdirSync(folder)
  .filter((file) => /^\d{4}_\w+\.[jt]s$/.test(file))
  .map((file) => file.slice(0, -3))
  .toSorted();

/**
 * Where migrations are recorded. A process of 0.2.0 refuses to start beside migrations that it does not know, so those after
 * its last have a table of their own, at which it does not look.
 */
const lastOf020 = '0042_content_bytes';
const records = [
  { table: 'kysely_migration', names: names.filter((name) => name <= lastOf020) },
  { table: 'later_migrations', names: names.filter((name) => name > lastOf020) },
];

/** Each is loaded when it runs: most starts run none. */
const migrationsOf = (which: readonly string[]): Record<string, Migration> =>
  Object.fromEntries(
    which.map((name): [string, Migration] => [
      name,
      { up: async (db) => (await load(name)).up(db) },
    ]),
  );

const load = (name: string): Promise<Migration> =>
  import(new URL(`${name}${extname(import.meta.url)}`, folder).href) as Promise<Migration>;

/** Between two looks whether another server still migrates. */
const lockPauseMs = 100;
/**
 * How long a migration waits for a table lock: all later statements on the table wait behind it. One that changes several
 * tables can wait in a circle with a transaction that has used them in another order; it is tried again as well.
 */
const lockWaitMs = 2000;
/** Pause between two attempts, during which nothing is blocked; doubled after each. */
const firstPauseMs = 250;
const maxPauseMs = 15_000;

export interface MigrateOptions {
  /** The cell whose ids the database gives; 0 unless it is one of several. */
  readonly cell?: number;
  /** How often a migration is attempted while another process locks a table. */
  readonly tries?: number;
  /** Called after each attempt that failed because of a lock. */
  readonly onHeldUp?: (error: unknown, triesLeft: number) => void;
  /** Called with the migrations of a later release, which this one works beside. */
  readonly onLater?: (migrations: readonly string[]) => void;
  /** Called with a constraint that rows of before violate. */
  readonly onViolated?: (error: unknown, constraint: string) => void;
}

/**
 * Migrates the database to the latest version; returns the names of the migrations it ran, of the indexes it built and of
 * the constraints that it found all rows to obey. Concurrent calls are safe. A migration may take as long as it needs, but waits for a lock only briefly and is then retried. A database that a later
 * release has migrated is left as it is.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  return db.connection().execute((connection) =>
    withoutClientLimit(async () => {
      // Waiting for another server's migration is not an error, however long it takes.
      await sql`set statement_timeout = 0; set lock_timeout = 0`.execute(connection);
      try {
        // The migrator locks only after creating its table, where two servers that start at once collide.
        await untilLocked(connection);
        await sql`set lock_timeout = ${sql.lit(lockWaitMs)}`.execute(connection);
        const done = await retried(connection, options);
        if (!done) return [];
        await giveIdsOfCell(connection, options.cell ?? 0);
        // It waits for the transactions of others, and nobody waits for it.
        await sql`set lock_timeout = 0`.execute(connection);
        return [
          ...done,
          ...(await buildIndexes(connection)),
          ...(await validateConstraints(connection, options.onViolated)),
        ];
      } finally {
        await sql`select pg_advisory_unlock(${lockKey('migration')});
          reset statement_timeout; reset lock_timeout`.execute(connection);
      }
    }),
  );
}

/** Not by a statement that waits: the build of an index waits for all statements that have begun. */
async function untilLocked(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${lockKey('migration')}) as locked`.execute(db);
    if (rows[0]?.locked) return;
    await wait(lockPauseMs);
  }
}

/** Undefined if a later release has migrated the database. */
async function retried(
  db: Db,
  { tries = 10, onHeldUp, onLater }: MigrateOptions,
): Promise<string[] | undefined> {
  const done: string[] = [];
  for (let left = tries - 1; ; left -= 1) {
    try {
      const later = await laterMigrations(db);
      if (later.length === 0) {
        await run(db, done);
        return done;
      }
      onLater?.(later);
      return undefined;
    } catch (error) {
      if (!isHeldUp(error)) throw error;
      onHeldUp?.(error, left);
      if (left <= 0) throw new Error(lockedMessage(done), { cause: error });
    }
    await wait(Math.min(firstPauseMs * 2 ** (tries - 1 - left), maxPauseMs));
  }
}

const lockedMessage = (done: readonly string[]): string =>
  `A table that a migration changes is locked by another session. ${done.length === 0 ? 'Nothing was migrated' : `${done.join(', ')} was done`}; end the session that holds the lock and try again.`;

/** Runs each migration in its own transaction, so that none locks its tables while the next one runs. */
async function run(db: Db, done: string[]): Promise<void> {
  const migrationTableSchema = await ownSchemaName(db);
  for (const { table, names: which } of records) {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrationsOf(which) },
      migrationTableName: table,
      migrationTableSchema,
    });
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      if (error !== undefined) throw error;
      if (results.length === 0) break;
      done.push(...results.map(({ migrationName }) => migrationName));
    }
  }
}

/**
 * The migrations that were run after all of this release; they only add, so it works on them. Throws an UnfitServer if the
 * database has others, as a version between two releases made them.
 */
async function laterMigrations(db: Db): Promise<string[]> {
  const ran = await ranMigrations(db);
  const unknown = [...ran].filter((name) => !names.includes(name)).toSorted();
  const last = names.at(-1) ?? '';
  const isOfLater = names.every((name) => ran.has(name)) && unknown.every((name) => name > last);
  if (unknown.length === 0 || isOfLater) return unknown;
  throw new UnfitServer(
    `The database has migrations that this release does not know, from ${unknown[0]} on: a version between two releases has made them. Start with an empty database or DATA_DIR, or with one of a release.`,
  );
}

/** Whether all migrations have been run. */
export async function isMigrated(db: Db): Promise<boolean> {
  const ran = await ranMigrations(db);
  return names.every((name) => ran.has(name));
}

async function ranMigrations(db: Db): Promise<Set<string>> {
  const ran = new Set<string>();
  for (const { table } of records) {
    if (!(await isThere(db, table))) continue;
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
    for (const { name } of rows) ran.add(name);
  }
  return ran;
}

async function isThere(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`
    select where to_regclass(quote_ident(current_schema()) || '.' || ${table}::text) is not null`.execute(
    db,
  );
  return rows.length > 0;
}
