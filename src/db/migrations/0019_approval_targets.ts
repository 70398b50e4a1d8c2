import { type Kysely, sql } from 'kysely';

/**
 * Binds policies to workflows and campaigns by id. Existing policies keep the campaign of their destination, or the
 * only workflow with their name; without one they are bound to an id that nothing ever has.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table approval_policies add column target_id bigint;
    update approval_policies policy set target_id = case action_type
      when 'call_initiate' then coalesce(
        (select min(id) from workflows
          where organization_id = policy.organization_id and name = policy.target_name having count(*) = 1),
        9007199254740991)
      else destination_value::bigint end;
    alter table approval_policies alter column target_id set not null;
    alter table approval_policies add constraint approval_policies_target_check
      check (destination_kind <> 'campaign' or destination_value = target_id::text);
    drop index approval_policies_match_idx;
    -- Contains no column that a use changes, so a use writes to no index.
    create index approval_policies_match_idx on approval_policies
      (organization_id, connector_name, action_type, target_id, destination_value, expires_at);
    create index workflows_name_idx on workflows (organization_id, name, id);
    create index campaigns_name_idx on campaigns (organization_id, name, id);
  `.execute(db);
}
