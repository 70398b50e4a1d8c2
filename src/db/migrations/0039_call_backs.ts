import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calling_hours
      -- How far ahead a call back is at least, and how many a number gets in one day.
      add column min_callback_delay_seconds integer not null default 300,
      add column max_callbacks_per_day integer not null default 3;
    alter table workflow_runs
      -- When its call back is made, if somebody has changed the time that was agreed.
      add column callback_moved_to timestamptz,
      -- Why the call back that its result asked for is not made. Not valid: no row has it yet, and the table is large.
      add column callback_refusal text,
      add constraint workflow_runs_callback_refusal_check
        check (callback_refusal in ('chain_limit', 'daily_limit')) not valid;
  `.execute(db);
}
