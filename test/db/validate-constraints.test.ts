import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { copyDatabase } from '../support/database.ts';

test('A start validates the constraints that all rows obey, and reports those that one violates', async () => {
  const connection = await copyDatabase();
  const { db } = connection;
  await sql`insert into organizations (name, created_at) values ('Old', now())`.execute(db);
  await sql`
    alter table organizations add constraint short_check check (length(name) < 10) not valid,
      add constraint new_check check (name <> 'Old') not valid`.execute(db);
  const violated: string[] = [];
  const onViolated = (_: unknown, constraint: string) => violated.push(constraint);

  const first = await migrate(db, { onViolated });
  const second = await migrate(db, { onViolated });

  const { rows: left } = await sql`
    select conname as name from pg_constraint
    where not convalidated and connamespace = 'public'::regnamespace`.execute(db);
  expect([first, second]).toEqual([['short_check'], []]);
  expect(violated).toEqual(['new_check', 'new_check']);
  expect(left).toEqual([{ name: 'new_check' }]);
  await connection.close();
});
