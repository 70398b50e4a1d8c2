import { type Kysely, sql } from 'kysely';

/** Campaigns can be deleted; their runs stay. No key is checked again for rows that exist: it says less than before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Since then it is invisible, and its runs and contacts are let go in batches.
    alter table campaigns add column deleted_at timestamptz;
    create index campaigns_deleted_idx on campaigns (organization_id, deleted_at) where deleted_at is not null;

    alter table workflow_runs
      drop constraint workflow_runs_campaign_check,
      add constraint workflow_runs_campaign_check check (campaign_id is null or mode = 'campaign') not valid,
      -- No campaign takes its runs along.
      drop constraint workflow_runs_campaign_fk,
      add constraint workflow_runs_campaign_fk foreign key (campaign_id, organization_id)
        references campaigns (id, organization_id) not valid;
  `.execute(db);
}
