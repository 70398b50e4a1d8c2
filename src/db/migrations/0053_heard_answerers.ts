import { type Kysely, sql } from 'kysely';

/** Agent runtimes tell voicemail and call screening apart from other machines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow_runs
      drop constraint workflow_runs_answered_by_check,
      add constraint workflow_runs_answered_by_check
        check (answered_by in ('human', 'machine', 'voicemail', 'screener', 'ivr', 'unknown')) not valid;
  `.execute(db);
}
