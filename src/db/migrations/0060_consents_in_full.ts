import { type Kysely, sql } from 'kysely';

/** Who agreed, and to which words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table consents add column person_name text, add column wording text;
  `.execute(db);
}
