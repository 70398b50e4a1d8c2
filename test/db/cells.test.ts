import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import pg from 'pg';
import { lockKey } from '../../src/db/advisory-locks.ts';
import { cellOf, lastCell } from '../../src/db/cell-rules.ts';
import { type Connection, connectPostgres } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openJobs } from '../../src/jobs/jobs.ts';
import { passGate } from '../../src/telephony/calls/gate-queries.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { copyDatabase, emptyUrl, onPostgres } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';

interface Cell {
  readonly cell: number;
  readonly schema: string;
  readonly connection: Connection;
}

/** Roles of one database with a schema each, and an installation in each. */
async function givenCells(...cells: readonly number[]): Promise<Cell[]> {
  const url = new URL(await emptyUrl());
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const given = cells.map((cell) => ({ cell, schema: `cell_${randomBytes(6).toString('hex')}` }));
  for (const { schema } of given) await admin.query(roleWithSchema(schema));
  const opened = given.map(({ cell, schema }) => {
    const connection = connectPostgres(
      Object.assign(new URL(url), { username: schema, password: schema }).href,
      { poolSize: 5, idleInTransactionMs: 60_000 },
    );
    return { cell, schema, connection };
  });
  onTestFinished(async () => {
    for (const { connection } of opened) await connection.close();
    for (const { schema } of given) await admin.query(`drop owned by ${schema} cascade`);
    for (const { schema } of given) await admin.query(`drop role ${schema}`);
    await admin.end();
  });
  await Promise.all(
    opened.map(async ({ cell, connection }) => {
      await connection.verify();
      await migrate(connection.db, { cell });
    }),
  );
  return opened;
}

const roleWithSchema = (name: string): string => `
  create role ${name} login password '${name}';
  create schema ${name} authorization ${name};
  alter role ${name} set search_path = ${name}`;

async function serve({ connection }: Cell) {
  const server = await startServer({}, connection);
  onTestFinished(() => server.close());
  return server;
}

describe.runIf(onPostgres)('Installations in one database', () => {
  test('have tables, organizations and ids of their own', async () => {
    const [first, last] = (await givenCells(3, lastCell)) as [Cell, Cell];
    const members = [
      await newOrganization({ server: await serve(first) }),
      await newOrganization({ server: await serve(last) }),
    ];

    const shown = await Promise.all(members.map((member) => member.get('/auth/me')));

    const ids = shown.map(({ body }) => (body as { organization_id: number }).organization_id);
    expect(ids).toEqual([3 * 2 ** 44 + 1, lastCell * 2 ** 44 + 1]);
    expect(ids.map(cellOf)).toEqual([3, lastCell]);
    await expect(
      sql`select from ${sql.table(`${last.schema}.users`)}`.execute(first.connection.db),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('do not wait for locks of each other', async () => {
    const [locked, free] = (await givenCells(0, 1)) as [Cell, Cell];

    await locked.connection.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${lockKey('gate')}, 1)`.execute(trx);
      await sql`select pg_advisory_xact_lock(${lockKey('migration')})`.execute(trx);

      await free.connection.db.transaction().execute((other) => passGate(other, 1));
      expect(await migrate(free.connection.db, { cell: 1 })).toEqual([]);
    });
  });

  test('wake only their own processes', async () => {
    const cells = await givenCells(0, 1);
    const heard: string[] = [];
    const jobs = cells.map(({ connection }) => openJobs(connection, createLog('silent')));
    const others = cells.map(({ connection }) => openJobs(connection, createLog('silent')));
    onTestFinished(async () => {
      await Promise.all([...jobs, ...others].map((each) => each.stop()));
    });
    for (const [index, { cell }] of cells.entries())
      await jobs[index]!.work({
        'test.queue': {
          concurrency: 1,
          due: async () => [],
          work: async (key) => void heard.push(`${cell} hears ${key}`),
        },
      });

    for (const [index, { cell }] of cells.entries())
      others[index]!.wake('test.queue', [`what ${cell} says`]);

    await expect.poll(() => heard.toSorted()).toEqual(['0 hears what 0 says', '1 hears what 1 says']);
  });

  test('keep their number', async () => {
    const [{ connection }] = (await givenCells(7)) as [Cell];

    await expect(migrate(connection.db, { cell: 8 })).rejects.toThrow(
      'The database has ids of cell 7, and CELL is 8.',
    );
  });

  test('are not reached by the path of another', async () => {
    const [first, second] = (await givenCells(0, 1)) as [Cell, Cell];
    const { db } = first.connection;
    const other = new URL(String(first.connection.pool.options.connectionString));
    const reopened = () => {
      const opened = connectPostgres(other.href, { poolSize: 1 });
      onTestFinished(() => opened.close());
      return opened;
    };

    await sql.raw(`alter role ${first.schema} set search_path = nowhere`).execute(db);
    await expect(reopened().verify()).rejects.toThrow('names no schema that exists');

    await sql.raw(`grant usage on schema ${second.schema} to ${first.schema}`).execute(second.connection.db);
    await sql
      .raw(`alter role ${first.schema} set search_path = ${first.schema}, ${second.schema}`)
      .execute(db);
    await expect(reopened().verify()).rejects.toThrow(`${second.schema} has another installation`);
  });
});

test('A database of one installation keeps its ids, and gives none of another cell', async () => {
  const connection = await copyDatabase();
  onTestFinished(() => connection.close());
  await newOrganization({ server: await serve({ cell: 0, schema: 'public', connection }) });

  await expect(migrate(connection.db, { cell: 1 })).rejects.toThrow(
    'The database has ids of cell 0, and CELL is 1.',
  );
  expect(await migrate(connection.db)).toEqual([]);
});
