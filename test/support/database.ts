import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type Connection, connectPglite, connectPostgres } from '../../src/db/connect.ts';
import { migratedDump } from './global-setup.ts';

export const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined;

/** A new migrated, empty database: a copy of the one that the global setup created. */
export async function copyDatabase(): Promise<Connection> {
  // Tests hold transactions open for as long as a busy machine takes.
  const idleInTransactionMs = 60_000;
  if (onPostgres) return connectPostgres(await copyUrl(), { poolSize: 10, idleInTransactionMs });
  const loadDataDir = new Blob([readFileSync(migratedDump())]);
  return connectPglite(await PGlite.create({ loadDataDir }));
}

/** The URL of such a copy on the PostgreSQL server; the global teardown drops it. */
export const copyUrl = (): Promise<string> => create(process.env['TEST_TEMPLATE'] ?? '');

/** The URL of a database without any table. */
export const emptyUrl = (): Promise<string> => create('template0');

async function create(template: string): Promise<string> {
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  const name = `${process.env['TEST_TEMPLATE']}_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  // Copying locks the template, so copies are made one at a time.
  await admin.query('select pg_advisory_lock(72034119)');
  await admin.query(`create database ${name} template ${template}`);
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
