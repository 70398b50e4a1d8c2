import { type Kysely, sql } from 'kysely';

/**
 * When each sweep runs next, and who runs it until then. Processes of 0.2.0 run all sweeps by themselves beside it. A row
 * is updated some times a minute, so it finds room for its next version on its page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sweeps (
      name text primary key,
      every_ms integer not null,
      holder uuid,
      due_at timestamptz not null default clock_timestamp(),
      failures integer not null default 0
    ) with (fillfactor = 25);
    comment on column sweeps.due_at is 'By the clock of the database. Until then the holder runs it, after that anybody.';
    comment on column sweeps.failures is 'How often in a row it has failed.';
  `.execute(db);
}
