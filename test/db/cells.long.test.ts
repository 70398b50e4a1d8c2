import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockKey } from '../../src/db/advisory-locks.ts';
import { cellOf, lastCell } from '../../src/db/cell-rules.ts';
import { type Connection, connectPostgres } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openJobs } from '../../src/jobs/jobs.ts';
import { passGate } from '../../src/telephony/calls/gate-queries.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { createCellSchemas } from '../support/cells.ts';
import { copyDatabase, onPostgres } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';

interface Cell {
  readonly cell: number;
  readonly schema: string;
  readonly url: string;
  readonly connection: Connection;
}

/** Installations in one database, each in a schema and of a role of its own. */
async function givenCells(...cells: readonly number[]): Promise<Cell[]> {
  const schemas = await createCellSchemas(cells);
  const opened = cells.map((cell) => ({
    cell,
    schema: schemas.nameOf(cell),
    url: schemas.urlOf(cell),
    connection: connectPostgres(schemas.urlOf(cell), { poolSize: 5, idleInTransactionMs: 60_000 }),
  }));
  onTestFinished(async () => {
    for (const { connection } of opened) await connection.close();
    await schemas.remove();
  });
  await Promise.all(
    opened.map(async ({ cell, connection }) => {
      await connection.verify();
      await migrate(connection.db, { cell });
    }),
  );
  return opened;
}

async function serve({ connection }: Pick<Cell, 'connection'>) {
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

    const ids = members.map(({ organization_id }) => organization_id);
    expect(ids).toEqual([3 * 2 ** 44 + 1, lastCell * 2 ** 44 + 1]);
    expect(ids.map(cellOf)).toEqual([3, lastCell]);
    for (const member of members) expect((await member.get('/api/v1/auth/me')).status).toBe(200);
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
    const [held, other] = [
      await locked.connection.exclusive(72),
      await free.connection.exclusive(72),
    ];
    expect(await locked.connection.exclusive(72)).toBeUndefined();
    expect(other).toBeDefined();
    await held?.release();
    await other?.release();
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

    await expect
      .poll(() => heard.toSorted())
      .toEqual(['0 hears what 0 says', '1 hears what 1 says']);
  });

  test('keep their number', async () => {
    const [{ connection }] = (await givenCells(7)) as [Cell];

    await expect(migrate(connection.db, { cell: 8 })).rejects.toThrow(
      'The database has ids of cell 7, and CELLS says 8.',
    );
  });

  test('are not reached by the path of another', async () => {
    const [first, second] = (await givenCells(0, 1)) as [Cell, Cell];
    const { db } = first.connection;
    const reopened = () => {
      const opened = connectPostgres(first.url, { poolSize: 1 });
      onTestFinished(() => opened.close());
      return opened;
    };

    await sql.raw(`alter role ${first.schema} set search_path = nowhere`).execute(db);
    await expect(reopened().verify()).rejects.toThrow('names no schema that exists');

    await sql
      .raw(`grant usage on schema ${second.schema} to ${first.schema}`)
      .execute(second.connection.db);
    await sql
      .raw(`alter role ${first.schema} set search_path = ${first.schema}, ${second.schema}`)
      .execute(db);
    await expect(reopened().verify()).rejects.toThrow(`${second.schema} has another installation`);
  });
});

test('A database of one installation keeps its ids, and gives none of another cell', async () => {
  const connection = await copyDatabase();
  onTestFinished(() => connection.close());
  await newOrganization({ server: await serve({ connection }) });

  await expect(migrate(connection.db, { cell: 1 })).rejects.toThrow(
    'The database has ids of cell 0, and CELLS says 1.',
  );
  expect(await migrate(connection.db)).toEqual([]);
});
