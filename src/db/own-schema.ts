import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** The schema of the installation: the first of the connection's search path. */
export const ownSchema = sql`current_schema()::regnamespace`;

/** The name of that schema. */
export async function ownSchemaName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]!.name;
}
