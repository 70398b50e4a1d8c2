import { type Kysely, sql } from 'kysely';

/** The simulated network records the keys of its calls, by the command that sent them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table simulated_calls add column keys jsonb not null default '{}'`.execute(db);
}
