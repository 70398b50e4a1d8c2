import { type Kysely, sql } from 'kysely';

/** Calls in progress keep whom they may reach when a key changes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- [{until, settings}]: what counts for calls that began before, oldest first.
    alter table workflows add column former_settings jsonb not null default '[]'`.execute(db);
}
