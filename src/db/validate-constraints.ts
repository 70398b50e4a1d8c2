import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { isConstraintViolation } from './errors.ts';
import { ownSchema } from './own-schema.ts';

/**
 * Compares the rows that exist with the constraints that migrations added as `not valid`. Others read and write meanwhile,
 * so it is no part of a migration. Returns the names of the constraints that all rows obey now; one that a row violates
 * holds for new rows, as before, and is reported.
 */
export async function validateConstraints(
  db: Db,
  onViolated?: (error: unknown, constraint: string) => void,
): Promise<string[]> {
  const { rows } = await sql<{ name: string; table: string }>`
    select conname as name, relname as table from pg_constraint join pg_class on pg_class.oid = conrelid
    where not convalidated and connamespace = ${ownSchema}
    order by 2, 1`.execute(db);
  const valid: string[] = [];
  for (const { name, table } of rows) {
    try {
      await sql`alter table ${sql.ref(table)} validate constraint ${sql.ref(name)}`.execute(db);
      valid.push(name);
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      onViolated?.(error, name);
    }
  }
  return valid;
}
