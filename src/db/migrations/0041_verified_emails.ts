import { type Kysely, sql } from 'kysely';

/** Users that exist, and those that processes of the last release create meanwhile, count as verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_verified boolean not null default true`.execute(db);
}
