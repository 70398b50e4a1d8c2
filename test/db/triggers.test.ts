import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../src/db/connect.ts';
import { ownSchema } from '../../src/db/own-schema.ts';
import { copyDatabase } from '../support/database.ts';

let connection: Connection;
let tables: Set<string>;
beforeAll(async () => {
  connection = await copyDatabase();
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = ${ownSchema} and relkind in ('r', 'p')`.execute(
    connection.db,
  );
  tables = new Set(rows.map(({ name }) => name));
});
afterAll(() => connection.close());

/** What a statement reads from and writes to. */
const relations = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?([a-z_]+)/g)].map(
    ([, name]) => name!,
  );

interface Source {
  readonly name: string;
  readonly source: string;
}

// Citus runs neither in a distributed schema.
test('No statement of a trigger reads the rows of its statement and another table', async () => {
  const { rows } = await sql<Source & { given: string[] }>`
    select proname as name, prosrc as source,
      array_remove(array_agg(distinct tgoldtable::text) || array_agg(distinct tgnewtable::text), null) as given
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where pronamespace = ${ownSchema} and (tgoldtable is not null or tgnewtable is not null)
    group by 1, 2`.execute(connection.db);
  expect(rows.length).toBeGreaterThan(10);
  const mixed = rows.flatMap(({ name, source, given }) =>
    source
      .split(/;|\bloop\b/)
      .map(relations)
      .filter(
        (read) =>
          read.some((each) => given.includes(each)) && read.some((each) => tables.has(each)),
      )
      .map(() => name),
  );
  expect(mixed).toEqual([]);
});

test('No function in SQL uses a table', async () => {
  const { rows } = await sql<Source>`
    select proname as name, prosrc as source from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = ${ownSchema} and lanname = 'sql'`.execute(connection.db);
  expect(rows.length).toBeGreaterThan(0);
  const using = rows.filter(({ source }) => relations(source).some((each) => tables.has(each)));
  expect(using.map(({ name }) => name)).toEqual([]);
});
