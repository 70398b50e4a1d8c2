import { type Kysely, sql } from 'kysely';

/** The position of a time is found by halving the range of positions, whose times never decrease. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index webhook_events_composed_idx`.execute(db);
}
