import { type Kysely, sql } from 'kysely';

/** The simulated network records the transfers of its calls, by their ids, as often as it gets each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table simulated_calls add column transfers bigint[] not null default '{}'`.execute(
    db,
  );
}
