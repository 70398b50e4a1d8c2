import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDatabaseAway } from '../../src/db/errors.ts';
import { newOrganization } from '../support/organizations.ts';
import { connectTest, copyUrl, onCitus, onNodes, onPostgres } from '../support/database.ts';

/** What Citus says. */
const warning = `do $$ begin raise warning 'failed to commit transaction on 127.0.0.1:5433'; end $$`;

test.runIf(onPostgres).each([
  ['failure on connection marked as essential', true],
  ['server closed the connection unexpectedly\n\tThis probably means the server terminated', true],
  ['complex joins are not supported', false],
])('That a node of a Citus is away (%j) is told from its faults', async (message, isAway) => {
  const { app } = (await newOrganization()).server;
  const statement = `do $$ begin raise exception '%', '${message}' using errcode = 'XX000'; end $$`;

  const error = await sql
    .raw(statement)
    .execute(app.db)
    .catch((each: unknown) => each);

  expect(isDatabaseAway(error)).toBe(isAway);
});

describe.runIf(onPostgres)('A commit that a node of a Citus did not answer', () => {
  test('fails, whoever sent it, and what comes after it on the connection does not', async () => {
    const connection = connectTest(await copyUrl(), { poolSize: 1 });
    onTestFinished(() => connection.close());

    const byKysely = await sql
      .raw(warning)
      .execute(connection.db)
      .catch((error: unknown) => error);
    const byPool = await connection.pool.query(warning).catch((error: unknown) => error);
    const { rows } = await connection.pool.query('select 1 as one');

    expect([byKysely, byPool].map((error) => isDatabaseAway(error))).toEqual([true, true]);
    expect(rows).toEqual([{ one: 1 }]);
  });

  test.runIf(onCitus)('is one whose node has lost the session', async () => {
    const member = await newOrganization();
    const { app, connection } = member.server;
    const database = new URL(connection.pool.options.connectionString ?? '').pathname.slice(1);
    const renaming = await app.db.startTransaction().execute();
    const named = sql`update organizations set name = 'Lost' where id = ${member.organization_id}`;
    await named.execute(renaming);
    for (const url of onNodes(connection.pool.options.connectionString ?? '')) {
      const node = new pg.Client({ connectionString: url });
      await node.connect();
      await node.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where datname = $1 and state = 'idle in transaction' and application_name like 'citus_internal%'`,
        [database],
      );
      await node.end();
    }

    const error = await renaming
      .commit()
      .execute()
      .catch((each: unknown) => each);

    expect(isDatabaseAway(error)).toBe(true);
    expect((await member.get('/api/v1/auth/me')).body.organization.name).not.toBe('Lost');
  });
});
