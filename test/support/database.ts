import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Connection, connectPostgres } from '../../src/db/connect.ts';
import { connectPglite, createPglite } from '../../src/db/embedded.ts';
import { reportingUrl, watchNodes } from './asked-nodes.ts';

export const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined;
/** Whether the tests' PostgreSQL is behind a PgBouncer in transaction mode. */
export const behindBouncer = process.env['TEST_DATABASE_SESSION_URL'] !== undefined;
/** Whether it is a Citus, with the tables on a node of it. */
export const onCitus = process.env['TEST_CITUS_NODES'] !== undefined;

/** The same database on the nodes of a Citus, if that of the tests is its coordinator's. */
export const onNodes = (url: string): string[] =>
  (process.env['TEST_CITUS_NODES']?.split(' ') ?? []).map((node) => {
    const same = new URL(node);
    same.pathname = new URL(url).pathname;
    return same.href;
  });

/** A new migrated, empty database: a copy of the one that the global setup created. */
export async function copyDatabase(): Promise<Connection> {
  // Tests hold transactions open for as long as a busy machine takes.
  const idleInTransactionMs = 60_000;
  if (onPostgres) {
    const url = await copyUrl();
    const connection = connectTest(url, { poolSize: 10, idleInTransactionMs });
    const close = connection.close.bind(connection);
    // Nobody waits until it is dropped, and the global teardown drops what is left.
    const dropLater = () => void drop(url).catch(() => undefined);
    return Object.assign(connection, { close: () => close().then(dropLater) });
  }
  const directory = process.env['TEST_DIRECTORY'];
  if (directory === undefined)
    throw new Error('Run the tests with vitest: its global setup makes the database.');
  const copy = join(directory, randomBytes(6).toString('hex'));
  // Copied and opened in half the time that the engine takes to unpack an archive into its own memory.
  cpSync(join(directory, 'migrated'), copy, { recursive: true });
  return connectPglite(await createPglite({ dataDir: copy }), () =>
    rmSync(copy, { recursive: true, force: true }),
  );
}

/** Connects to a database of the tests, with an address for sessions if it is behind a pooler. */
export function connectTest(
  url: string,
  options: Parameters<typeof connectPostgres>[1],
): Connection {
  if (!onCitus)
    return connectPostgres(url, {
      ...options,
      ...(behindBouncer && { sessionUrl: directUrl(url) }),
    });
  const connection = connectPostgres(reportingUrl(url), options);
  watchNodes(connection.pool);
  return connection;
}

/** The database of that name on the tests' server, past any pooler. */
export function directUrl(url: string): string {
  const { TEST_DATABASE_SESSION_URL, TEST_DATABASE_URL } = process.env;
  const direct = new URL(TEST_DATABASE_SESSION_URL ?? TEST_DATABASE_URL ?? url);
  direct.pathname = new URL(url).pathname;
  return direct.href;
}

/** What a process needs to know of a database of the tests. */
export const environmentOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  ...(behindBouncer && { DATABASE_SESSION_URL: directUrl(url) }),
  SECRET_KEYS: Buffer.alloc(32).toString('base64'),
});

/** The URL of such a copy on the PostgreSQL server; the global teardown drops it. */
export const copyUrl = (): Promise<string> => create(process.env['TEST_TEMPLATE'] ?? '');

/** The URL of a database without any table. */
export const emptyUrl = (): Promise<string> => create('template0');

async function create(template: string): Promise<string> {
  const name = `${process.env['TEST_TEMPLATE']}_${randomBytes(6).toString('hex')}`;
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  for (const each of [server, ...onNodes(server)])
    await administer(each, [
      // Copying locks the template, so copies are made one at a time.
      'select pg_advisory_lock(72034119)',
      // A worker of Citus.
      ...(onCitus ? [endSessions(template)] : []),
      `create database ${name} template ${template} strategy file_copy`,
    ]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function drop(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  for (const each of [server, ...onNodes(server)])
    for (let triesLeft = onCitus ? 5 : 0; ; triesLeft -= 1)
      try {
        await administer(each, [endSessions(name), `drop database if exists ${name} with (force)`]);
        break;
      } catch (error) {
        // Citus' own processes return to a database for as long as it is there.
        if ((error as { code?: string }).code !== inUse || triesLeft === 0) throw error;
      }
}

/** The code of an error about an object that others use. */
const inUse = '55006';

/** Ends the sessions, in milliseconds: `force` ends them too, but then looks only every 0.1 s whether they are gone. */
const endSessions = (name: string): string => `
  do $$ begin
    for each in 1..50 loop
      perform pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}';
      exit when not found;
      perform pg_sleep(0.002), pg_stat_clear_snapshot();
    end loop;
  end $$`;

/** Runs statements one after another, past a pooler, which would keep connections to the databases. */
async function administer(server: string, statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: onCitus ? server : directUrl(server) });
  await admin.connect();
  try {
    for (const statement of statements) await admin.query(statement);
  } finally {
    await admin.end();
  }
}

/** Opens connections of the pool, so that none is opened within a transaction. */
export const openConnections = ({ pool }: Connection, count: number): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, () => pool.query('select pg_sleep(0.05)')));
