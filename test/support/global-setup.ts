import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Connection, connectPostgres } from '../../src/db/connect.ts';
import { connectPglite, createPglite, placeImage } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { makeMonths } from '../../src/process/month-sweeps.ts';
import { timestampOf } from '../../src/timestamp.ts';
import { distribute, joinNodes, nodeOf } from '../../scripts/postgres/citus.ts';
import { onCitus, onNodes } from './database.ts';
import { keepReached, keptReached, unreached } from './declared-answers.ts';
import { farApart, setIdStep } from './id-steps.ts';

/**
 * Creates one migrated database, which every worker copies; at the end reports declared responses that no test reached.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(memoryDirectory(), 'voice-agent-tests-'));
  process.env['TEST_DIRECTORY'] = directory;
  // Past a pooler, which would keep connections to the template.
  const server = process.env['TEST_DATABASE_SESSION_URL'] ?? process.env['TEST_DATABASE_URL'];
  const drop = server === undefined ? await image(directory) : await template(server);
  return async () => {
    await drop();
    const reached = readdirSync(directory)
      .filter((name) => name.startsWith('reached-'))
      .flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n'));
    rmSync(directory, { recursive: true, force: true });
    const { STATUS_RECORD: recorded, STATUS_SWEEP: sweep } = process.env;
    if (recorded !== undefined) keepReached(recorded, reached);
    if (sweep === undefined) return;
    const missing = unreached(sweep === '1' ? reached : [...reached, ...keptReached(sweep)]);
    if (missing.length === 0) return;
    process.exitCode = 1;
    throw new Error(
      `No test reached these declared statuses and problem codes, or an exception is no longer needed:\n${missing.join('\n')}`,
    );
  };
}

/** A directory in memory if this machine has one: each private server copies 47 MB. */
function memoryDirectory(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}

async function image(directory: string): Promise<() => Promise<void>> {
  const migrated = join(directory, 'migrated');
  // Its migrations are made already where `make install` could keep an image of them.
  await placeImage(migrated);
  const connection = connectPglite(await createPglite({ dataDir: migrated }));
  await prepare(connection);
  await connection.close();
  return async () => {};
}

/** Creates all tables, so that no test waits for them; `place` moves them to where they belong. */
async function prepare(connection: Connection, place = async () => {}): Promise<void> {
  await migrate(connection.db);
  await setIdStep(connection.db, farApart);
  await place();
  // As in a service that has run before.
  await makeMonths({
    db: connection.db,
    log: createLog('silent'),
    now: () => timestampOf(new Date()),
    config: { retention: keptForever },
  });
}

const keptForever = { eventsDays: undefined, auditDays: undefined, runsDays: undefined };

const templateName = `template_${process.pid}`;

async function template(server: string): Promise<() => Promise<void>> {
  process.env['TEST_TEMPLATE'] = templateName;
  const servers = [server, ...onNodes(server)];
  const admins: pg.Client[] = [];
  for (const each of servers) {
    const admin = new pg.Client({ connectionString: each });
    await admin.connect();
    await admin.query(`create database ${templateName}`);
    admins.push(admin);
  }
  const url = databaseOf(server, templateName);
  if (onCitus) await joinNodes([url, ...onNodes(url)]);
  const connection = connectPostgres(url, { poolSize: 1 });
  if (onCitus) await connection.pool.query('create schema cell');
  await prepare(connection, onCitus ? () => place(url) : undefined);
  await connection.close();
  return async () => {
    for (const admin of admins) {
      const copies = await admin.query<{ datname: string }>(
        'select datname from pg_database where datname like $1',
        [`${templateName}%`],
      );
      for (const { datname } of copies.rows)
        await admin.query(`drop database if exists ${datname} with (force)`);
      await admin.end();
    }
  };
}

async function place(url: string): Promise<void> {
  await distribute(url, 'cell');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  process.env['TEST_TABLES_NODE'] = await nodeOf(client, 'cell');
  await client.end();
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
