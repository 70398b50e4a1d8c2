import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Database, Db } from '../../src/db/connect.ts';
import { connectPglite, createPglite, placeImage } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { RetryingDb } from '../../src/db/retrying.ts';

/** The one real database, which all simulated processes of a run share. */
export interface Embedded {
  readonly query: (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;
  /** For what is no part of the simulation: preparing a run, and reading its result. */
  readonly db: Db;
  /** Deletes all rows, and begins to number again. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** The files of a migrated, empty database. */
export async function prepareDump(): Promise<Blob> {
  const directory = mkdtempSync(join(tmpdir(), 'simulation-'));
  const dataDir = join(directory, 'database');
  // Its migrations are made already where `make install` could keep an image of them.
  await placeImage(dataDir);
  const lite = await createPglite({ dataDir });
  const connection = connectPglite(lite);
  await migrate(connection.db);
  const dump = await lite.dumpDataDir('none');
  await connection.close();
  rmSync(directory, { recursive: true, force: true });
  return dump;
}

/** At most so many statements are prepared; the others are planned each time. */
const maxNames = 2000;

export async function openEmbedded(loadDataDir: Blob): Promise<Embedded> {
  const connection = connectPglite(await createPglite({ loadDataDir }));
  const client = await connection.pool.connect();
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < maxNames) names.set(text, `s${names.size}`);
    return names.get(text);
  };
  const query: Embedded['query'] = (text, values = []) => {
    if (values.length === 0) return client.query(text);
    const name = nameOf(text);
    return client.query({ text, values: [...values], ...(name !== undefined && { name }) });
  };
  // Planning takes most of the time of a statement, and the tables are always small.
  await query('set plan_cache_mode = force_generic_plan');
  const { rows: tables } = await query(
    `select format('%I', relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'kysely%' order by 1`,
  );
  const { rows: sequences } = await query(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  );
  // Audit events refuse to be deleted, whoever asks.
  await query('alter table audit_events disable trigger user');
  const deleting = [
    'set session_replication_role = replica',
    ...tables.map(({ name }) => `delete from ${name}`),
    ...sequences.map(({ name }) => `select setval('${name}', 1, false)`),
    'set session_replication_role = origin',
  ].join('; ');
  const pool = {
    connect: async () => ({ query, release: () => {} }),
    end: async () => {},
  };
  return {
    query,
    db: new RetryingDb<Database>({ dialect: new PostgresDialect({ pool: pool as never }) }),
    async reset() {
      await query('rollback');
      await query(deleting);
    },
    async close() {
      client.release();
      await connection.close();
    },
  };
}
