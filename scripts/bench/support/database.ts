import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { isBrief } from './brief.ts';

/** In brief a copy of one with the tables, if whoever starts the program has one. */
const template =
  isBrief && process.env['TEST_TEMPLATE'] !== undefined
    ? `template ${process.env['TEST_TEMPLATE']}`
    : '';

/** Creates a database on the PostgreSQL of the measurement and drops it afterwards. */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    throw new Error('Run it as: node scripts/with-postgres.ts node scripts/bench/<program>.ts');
  }
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await execute(server, `create database ${name} ${template}`);
  try {
    await work(url.href);
  } finally {
    await execute(server, `drop database ${name} with (force)`);
  }
}

/** Runs one statement on a connection of its own. */
export async function execute(url: string, text: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}
