import { type Kysely, sql } from 'kysely';

/** The sweep that wakes campaigns reads those that are due, however many are running. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index campaigns_wake_idx on campaigns (wake_at) where state = 'running';
  `.execute(db);
}
