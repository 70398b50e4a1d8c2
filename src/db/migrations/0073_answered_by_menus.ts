import { type Kysely, sql } from 'kysely';

/** A menu can answer a call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow_runs
      drop constraint workflow_runs_answered_by_check,
      add constraint workflow_runs_answered_by_check
        check (answered_by in ('human', 'machine', 'ivr', 'unknown')) not valid
  `.execute(db);
}
