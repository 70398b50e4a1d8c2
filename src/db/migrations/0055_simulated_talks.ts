import { type Kysely, sql } from 'kysely';

/** The end of a simulated call with a runtime is known to the process alone that has its stream. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table simulated_calls add column talking_until timestamptz;
    comment on column simulated_calls.talking_until is
      'Until when its process vouches for it, again and again; null: it ends as planned, whatever becomes of its process.';
  `.execute(db);
}
