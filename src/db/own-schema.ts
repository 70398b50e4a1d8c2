import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** The schema of the installation: the first of the connection's search path. */
export const ownSchema = sql`current_schema()::regnamespace`;

/** The name of that schema. */
export async function ownSchemaName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]!.name;
}

/**
 * What tells the installation apart in numbers and names that its whole database shares. That of `public` is empty, as in
 * releases that knew no other schema.
 */
export const apart = {
  number: "case current_schema() when 'public' then 0 else hashtext(current_schema()) end",
  suffix:
    "case current_schema() when 'public' then '' else '_' || current_schema()::regnamespace::oid end",
} as const;
