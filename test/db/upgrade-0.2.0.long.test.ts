import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection, Db } from '../../src/db/connect.ts';
import { connectPglite, createPglite } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { connectTest, copyDatabase, emptyUrl, onPostgres } from '../support/database.ts';
import { insertReleasedRows, migrateTo, migrateToReleased } from './released.ts';

let connection: Connection;
let db: Db;
let countedBefore: number;

beforeAll(async () => {
  connection = onPostgres
    ? connectTest(await emptyUrl(), { poolSize: 4 })
    : connectPglite(await createPglite());
  ({ db } = connection);
  await migrateToReleased(db);
  await insertReleasedRows(db);
  await migrateTo('0.2.0', db);
  await sql`
    insert into workflow_test_cases
      (organization_id, workflow_id, name, initial_context, turns, created_at, updated_at)
    select 1, 1, 'Case ' || turn, '{}', '[]', '2026-01-05', '2026-01-05' from generate_series(1, 3) as turn`.execute(
    db,
  );
  await sql`
    insert into do_not_call_numbers (organization_id, phone_number, expires_at, created_at)
    values (1, '+551188887777', null, '2026-01-05'), (1, '+5511988887777', '2027-01-01', '2026-01-05'),
      (2, '+23777123456', null, '2026-01-05')`.execute(db);
  countedBefore = await counted();
  await migrate(db);
}, 120_000);

afterAll(() => connection?.close());

/** The bytes that wait to be added to what the organizations store. */
async function counted(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::int as bytes from content_changes`.execute(db);
  return rows[0]!.bytes;
}

/** What the tables, views and functions consist of, but for the months and what is in them. */
async function definitionsIn(from: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with relation as (
      select oid, relname, relkind, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and not relispartition and relkind in ('r', 'p', 'v')
    )
    select concat_ws(' ', relname, relkind, reloptions, case relkind when 'v' then pg_get_viewdef(oid) end) as line
      from relation
    union all select concat_ws(' ', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull,
        attidentity, attgenerated, attstorage, attcollation::regcollation, pg_get_expr(adbin, adrelid),
        col_description(relation.oid, attnum))
      from relation join pg_attribute on attrelid = relation.oid and attnum > 0
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all select concat_ws(' ', relname, conname, convalidated, pg_get_constraintdef(pg_constraint.oid))
      from relation join pg_constraint on conrelid = relation.oid
    union all select concat_ws(' ', indisvalid, pg_get_indexdef(indexrelid))
      from relation join pg_index on indrelid = relation.oid
    union all select concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid))
      from relation join pg_trigger on tgrelid = relation.oid and not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`.execute(from);
  return rows.map(({ line }) => line);
}

describe('A database of 0.2.0 that was migrated', () => {
  test('consists of what a new one consists of', async () => {
    const fresh = await copyDatabase();
    const expected = await definitionsIn(fresh.db);
    await fresh.close();

    const migrated = await definitionsIn(db);

    expect(expected.length).toBeGreaterThan(1500);
    expect(migrated).toEqual(expected);
  });

  test('counts the columns that its test cases got', async () => {
    expect((await counted()) - countedBefore).toBe(3 * '[][]'.length);
  });

  test('keeps whom its do-not-call list has from being called at the present number too', async () => {
    const { rows } = await sql`
      select phone_number, expires_at is null as for_good from do_not_call_numbers
      where phone_number ~ '^[+](55|237)' order by phone_number collate "C"`.execute(db);

    expect(rows).toEqual([
      { phone_number: '+237677123456', for_good: true },
      { phone_number: '+23777123456', for_good: true },
      { phone_number: '+551188887777', for_good: true },
      { phone_number: '+5511988887777', for_good: true },
    ]);
  });
});
