import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { concurrentIndexes, migrate } from '../../src/db/migrate.ts';
import { copyDatabase } from '../support/database.ts';

const names = Object.keys(concurrentIndexes);

test('A start builds missing indexes, those anew whose build was interrupted, and drops former ones', async () => {
  const connection = await copyDatabase();
  const { db } = connection;
  const [missing = '', interrupted = ''] = names;
  await sql`drop index ${sql.ref(missing)}`.execute(db);
  await sql`update pg_index set indisvalid = false where indexrelid = ${interrupted}::regclass`.execute(
    db,
  );
  await sql`create index workflow_runs_text_idx on workflow_runs (id)`.execute(db);

  const built = await migrate(db);
  const again = await migrate(db);

  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indisvalid and indexrelid::regclass::text = any(${[...names, 'workflow_runs_text_idx']})`.execute(
    db,
  );
  expect([built.toSorted(), again]).toEqual([[missing, interrupted].toSorted(), []]);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  await connection.close();
});

/** Tables that grow with calls or contacts. Those of which an index was built plainly before are left alone. */
const large =
  /\bon (workflow_runs|campaign_contacts|campaign_source_rows|webhook_(events|deliveries)|audit_events|usage_\w+) /;
const firstChecked = '0043';

test('No migration builds an index of a large table, which others could not write meanwhile', () => {
  const folder = new URL('../../src/db/migrations/', import.meta.url);
  const plain = readdirSync(folder)
    .filter((file) => file >= firstChecked)
    .flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .split(/;|`/)
        .filter(
          (statement) => /\bcreate (unique )?index\b/i.test(statement) && large.test(statement),
        )
        .map((statement) => `${file}: ${statement.trim()}`),
    );

  expect(plain).toEqual([]);
  expect(
    Object.values(concurrentIndexes).every((statement) => / concurrently /.test(statement)),
  ).toBe(true);
});
