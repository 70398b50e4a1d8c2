import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { anyOf } from '../../src/db/any-of.ts';
import { sharedServer } from '../support/server.ts';

/** How often lists of one id were planned for themselves, and how often with the plan of all, among eight. */
async function plansOf(listed: (ids: readonly number[]) => RawBuilder<unknown>): Promise<unknown> {
  const { db } = (await sharedServer()).app;
  return db.transaction().execute(async (trx) => {
    await sql`create temporary table things on commit drop as
      select number as id from generate_series(1, 10000) as number`.execute(trx);
    await sql`alter table things add primary key (id)`.execute(trx);
    await sql`analyze things`.execute(trx);
    const find = sql`select from things where id = ${listed([1])}`.compile(trx).sql;
    await sql.raw(`prepare short_lists (bigint[]) as ${find}`).execute(trx);
    for (let times = 0; times < 8; times += 1)
      await sql`execute short_lists (array[1])`.execute(trx);
    const { rows } = await sql`
      select custom_plans::integer, generic_plans::integer from pg_prepared_statements where name = 'short_lists'`.execute(
      trx,
    );
    await sql`deallocate short_lists`.execute(trx);
    return rows[0];
  });
}

test('Short lists of ids share a plan, where PostgreSQL would plan each for itself', async () => {
  // It compares the two after five lists.
  expect(await plansOf(anyOf)).toEqual({ custom_plans: 5, generic_plans: 3 });
  expect(await plansOf((ids) => sql`any(${ids}::bigint[])`)).toEqual({
    custom_plans: 8,
    generic_plans: 0,
  });
});
