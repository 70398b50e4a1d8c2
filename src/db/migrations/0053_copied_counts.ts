import { type Kysely, sql } from 'kysely';

/**
 * Contacts that are copied from a source count in a shard of their own. A step of copying writes its count before it locks
 * the campaign, a claim locks the campaign first: if both used one shard, they would deadlock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function count_campaign_contacts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into campaign_contact_counts as counted
        select min(organization_id), campaign_id, state, coalesce(outcome, ''),
          case when added_at is null then 16 else pg_backend_pid() % 16 end, count(*), sum(retries_queued)
        from added group by 2, 3, 4, 5 order by 2, 3, 4, 5
        on conflict (campaign_id, state, outcome, shard) do update
        set contacts = counted.contacts + excluded.contacts, retries = counted.retries + excluded.retries;
      elsif tg_op = 'DELETE' then
        insert into campaign_contact_counts as counted
        select min(removed.organization_id), removed.campaign_id, removed.state, coalesce(removed.outcome, ''),
          pg_backend_pid() % 16, -count(*), -sum(removed.retries_queued)
        from removed join campaigns on campaigns.id = removed.campaign_id and campaigns.contacts_removed_at is null
        group by 2, 3, 4 order by 2, 3, 4
        on conflict (campaign_id, state, outcome, shard) do update
        set contacts = counted.contacts + excluded.contacts, retries = counted.retries + excluded.retries;
      else
        insert into campaign_contact_counts as counted
        select min(organization_id), campaign_id, state, outcome, pg_backend_pid() % 16, sum(contacts), sum(retries)
        from (
          select organization_id, campaign_id, state, coalesce(outcome, '') as outcome, 1 as contacts,
            retries_queued as retries
          from added
          union all
          select organization_id, campaign_id, state, coalesce(outcome, ''), -1, -retries_queued from removed
        ) as changes
        group by 2, 3, 4 having sum(contacts) <> 0 or sum(retries) <> 0 order by 2, 3, 4
        on conflict (campaign_id, state, outcome, shard) do update
        set contacts = counted.contacts + excluded.contacts, retries = counted.retries + excluded.retries;
      end if;
      return null;
    end $$;
  `.execute(db);
}
