import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The last heartbeat of an unfinished upload; null once it is complete. It is invisible before.
    alter table campaign_sources add column uploading_at timestamptz;
    create index campaign_sources_uploading_idx on campaign_sources (uploading_at) where uploading_at is not null;

    create index workflow_runs_test_idx on workflow_runs (organization_id, created_at desc, id desc) where mode = 'test';
    create index workflow_runs_text_idx on workflow_runs (organization_id, created_at desc, id desc) where mode = 'text';
    -- For lists of unfinished runs: those of calls are in live_calls. By the end and not by the state, because no index
    -- has the state, so updates that change it alone stay heap-only.
    create index workflow_runs_unfinished_idx on workflow_runs (organization_id, created_at desc, id desc)
      where mode in ('test', 'text') and ended_at is null;
  `.execute(db);
}
