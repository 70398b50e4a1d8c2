import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- When an upload that is not whole yet was last heard of; null once it is whole. Nobody sees it before.
    alter table campaign_sources add column uploading_at timestamptz;
    create index campaign_sources_uploading_idx on campaign_sources (uploading_at) where uploading_at is not null;

    -- Lists of the few runs that are not over among very many that are. Other filters walk the newest first.
    create index workflow_runs_unfinished_idx on workflow_runs (organization_id, id desc) where state <> 'completed';
  `.execute(db);
}
