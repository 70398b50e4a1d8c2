import { type Kysely, sql } from 'kysely';

/** A call back is refused at once that the approvals of its connector do not cover. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow_runs
      drop constraint workflow_runs_callback_refusal_check,
      add constraint workflow_runs_callback_refusal_check
        check (callback_refusal in ('chain_limit', 'daily_limit', 'approval_required')) not valid`.execute(
    db,
  );
}
