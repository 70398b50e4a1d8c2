import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { afterCommit } from '../../src/db/after-commit.ts';
import type { Database } from '../../src/db/connect.ts';
import { newOrganization } from '../support/organizations.ts';
import { onPostgres } from '../support/database.ts';
import { sharedServer } from '../support/server.ts';

/** A transaction that fails with the code as often as given; it also writes, so that a rollback shows. */
async function given(code: string, times: number) {
  const member = await newOrganization();
  const { db } = member.server.app;
  let runs = 0;
  const result = await db
    .transaction()
    .execute(async (trx) => {
      runs += 1;
      await sql`update organizations set name = name || '+' where id = ${member.organization_id}`.execute(
        trx,
      );
      if (runs <= times)
        await sql`do ${sql.raw(`$$ begin raise exception 'lost' using errcode = '${code}'; end $$`)}`.execute(
          trx,
        );
      return 'done';
    })
    .catch((error: { code?: string }) => error.code);
  const { rows } = await sql<{ name: string }>`
    select name from organizations where id = ${member.organization_id}`.execute(db);
  return { result, runs, pluses: rows[0]?.name.match(/\++$/)?.[0].length ?? 0 };
}

describe('A transaction', () => {
  test.each(['40P01', '40001'])('that lost against others (%s) is run again', async (code) => {
    expect(await given(code, 2)).toEqual({ result: 'done', runs: 3, pluses: 1 });
  });

  test('is run three times at the most', async () => {
    expect(await given('40P01', 9)).toEqual({ result: '40P01', runs: 3, pluses: 0 });
  });

  test('that fails for another reason is not run again', async () => {
    expect(await given('23505', 1)).toEqual({ result: '23505', runs: 1, pluses: 0 });
  });

  test('that fails shows its own error, not that of the rollback', async () => {
    const { app } = await sharedServer();
    const failure = new Error('its own');

    const execution = app.db.transaction().execute(async (trx) => {
      await sql`rollback`.execute(trx);
      throw failure;
    });

    await expect(execution).rejects.toBe(failure);
  });

  test('whose commit fails has what follows it done, as it may have been committed', async () => {
    const { app } = await sharedServer();
    let followed = 0;

    const execution = app.db.transaction().execute(async (trx) => {
      afterCommit(trx, () => (followed += 1));
      await sql`create temp table twice (id int primary key deferrable initially deferred) on commit drop`.execute(
        trx,
      );
      await sql`insert into twice values (1), (1)`.execute(trx);
    });

    await expect(execution).rejects.toMatchObject({ code: '23505' });
    expect(followed).toBe(1);
  });

  test.runIf(onPostgres)('and one that it deadlocks with both succeed', async () => {
    const { app } = await sharedServer();
    const [left, right] = [await newOrganization(), await newOrganization()];
    const meet = Promise.withResolvers<void>();
    let first = 0;
    const rename = (trx: Transaction<Database>, id: number) =>
      trx.updateTable('organizations').set({ name: 'renamed' }).where('id', '=', id).execute();
    const change = (ids: readonly [number, number]) =>
      app.db.transaction().execute(async (trx) => {
        await rename(trx, ids[0]);
        if (++first === 2) meet.resolve();
        await meet.promise;
        await rename(trx, ids[1]);
      });

    const both = Promise.all([
      change([left.organization_id, right.organization_id]),
      change([right.organization_id, left.organization_id]),
    ]);

    await expect(both).resolves.toHaveLength(2);
    expect(first).toBeGreaterThan(2);
  });
});

describe('A request with an Idempotency-Key', () => {
  test('whose transaction lost against others is run again, and has one effect', async () => {
    const member = await newOrganization();
    const { db } = member.server.app;
    await sql`create sequence losses`.execute(db);
    await sql`create function lose() returns trigger language plpgsql as
      $$ begin
        if nextval('losses') < 3 then raise exception 'lost' using errcode = '40001'; end if;
        return new;
      end $$`.execute(db);
    await sql`create trigger lose before insert on idempotent_answers
      for each row execute function lose()`.execute(db);
    onTestFinished(async () => {
      await sql`drop function lose cascade`.execute(db);
      await sql`drop sequence losses`.execute(db);
    });

    const answer = await member.post(
      '/api/v1/auth/api-keys',
      { name: 'again' },
      { 'idempotency-key': randomUUID() },
    );

    expect(answer.status).toBe(201);
    const { body } = await member.get('/api/v1/auth/api-keys');
    expect(body.items.filter(({ name }: { name: string }) => name === 'again')).toHaveLength(1);
  });
});
