import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column api_key_limit integer not null default 100 check (api_key_limit between 0 and 10000),
      add column webhook_endpoint_limit integer not null default 50 check (webhook_endpoint_limit between 0 and 1000),
      add column workflow_limit integer not null default 1000 check (workflow_limit between 0 and 100000),
      add column source_limit integer not null default 10000 check (source_limit between 0 and 1000000),
      add column source_bytes_limit bigint not null default 10737418240
        check (source_bytes_limit between 0 and 1125899906842624),
      add column voice_bytes_limit bigint not null default 10737418240
        check (voice_bytes_limit between 0 and 1125899906842624),
      add column unfinished_contact_limit integer not null default 5000000
        check (unfinished_contact_limit between 0 and 1000000000),
      add column voice_profile_limit integer not null default 1000 check (voice_profile_limit between 0 and 2000),
      add column story_limit integer not null default 10000 check (story_limit between 0 and 1000000),
      add column user_session_limit integer not null default 100 check (user_session_limit between 1 and 10000);

    -- The size of the source's rows: numbers, time zones and contexts, as UTF-8.
    alter table campaign_sources add column bytes bigint not null default 0 check (bytes >= 0);
    update campaign_sources set bytes = (
      select coalesce(sum(
        octet_length(phone_number) + coalesce(octet_length(timezone), 0) + octet_length(initial_context::text)
      ), 0)
      from campaign_source_rows where source_id = campaign_sources.id
    );

    -- Finds a user's oldest session without reading all of them.
    drop index sessions_user_idx;
    create index sessions_user_idx on sessions (user_id, id desc);

    -- The usage of each quota per organization. Triggers update it in the transaction that changes what is counted, so
    -- it is always correct. A transaction that adds locks the row until it ends: the next one sees what was added, and
    -- only additions to one quota of one organization wait for each other.
    create table organization_usage (
      organization_id bigint not null references organizations on delete cascade,
      quota text not null,
      used bigint not null,
      primary key (organization_id, quota)
    );
    insert into organization_usage
    select organization_id, 'api_key_limit', count(*) from api_keys where archived_at is null group by 1
    union all
    select organization_id, 'webhook_endpoint_limit', count(*) from webhook_endpoints group by 1
    union all
    select organization_id, 'workflow_limit', count(*) from workflows where status = 'active' group by 1
    union all
    select organization_id, 'source_limit', count(*) from campaign_sources group by 1
    union all
    select organization_id, 'source_bytes_limit', sum(bytes) from campaign_sources group by 1
    union all
    select organization_id, 'voice_profile_limit', count(*) from voice_profiles group by 1
    union all
    select organization_id, 'unfinished_contact_limit', sum(coalesce(total_rows, 0)) from campaigns
    where state in ('created', 'running', 'paused') group by 1
    union all
    select organization_id, 'story_limit', count(*) from stories group by 1;

    create function add_usage(organization bigint, quota text, amount bigint) returns void language sql as $$
      insert into organization_usage as usage (organization_id, quota, used)
      select $1, $2, $3 where $3 <> 0
      on conflict (organization_id, quota) do update set used = usage.used + excluded.used
    $$;

    create function count_api_key() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'api_key_limit',
        (new.id is not null and new.archived_at is null)::int - (old.id is not null and old.archived_at is null)::int);
      return null;
    end $$;
    create trigger api_key_counted after insert or delete or update of archived_at on api_keys
      for each row execute function count_api_key();

    create function count_webhook_endpoint() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'webhook_endpoint_limit',
        (new.id is not null)::int - (old.id is not null)::int);
      return null;
    end $$;
    create trigger webhook_endpoint_counted after insert or delete on webhook_endpoints
      for each row execute function count_webhook_endpoint();

    create function count_workflow() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'workflow_limit',
        (new.id is not null and new.status = 'active')::int - (old.id is not null and old.status = 'active')::int);
      return null;
    end $$;
    create trigger workflow_counted after insert or delete or update of status on workflows
      for each row execute function count_workflow();

    create function count_campaign_source() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'source_limit',
        (new.id is not null and new.deleted_at is null)::int - (old.id is not null and old.deleted_at is null)::int);
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'source_bytes_limit',
        coalesce(new.bytes, 0) - coalesce(old.bytes, 0));
      return null;
    end $$;
    create trigger campaign_source_counted after insert or delete or update of bytes, deleted_at on campaign_sources
      for each row execute function count_campaign_source();

    create function count_voice_profile() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'voice_profile_limit',
        (new.id is not null)::int - (old.id is not null)::int);
      return null;
    end $$;
    create trigger voice_profile_counted after insert or delete on voice_profiles
      for each row execute function count_voice_profile();

    create function count_voice_file() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'voice_bytes_limit',
        coalesce(new.bytes, 0) - coalesce(old.bytes, 0));
      return null;
    end $$;
    create trigger voice_file_counted after insert or delete on voice_files
      for each row execute function count_voice_file();

    create function count_story() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'story_limit',
        (new.id is not null)::int - (old.id is not null)::int);
      return null;
    end $$;
    create trigger story_counted after insert or delete on stories
      for each row execute function count_story();

    create function count_unfinished_contacts() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'unfinished_contact_limit',
        case when new.state in ('created', 'running', 'paused') then coalesce(new.total_rows, 0) else 0 end
        - case when old.state in ('created', 'running', 'paused') then coalesce(old.total_rows, 0) else 0 end);
      return null;
    end $$;
    create trigger unfinished_contacts_counted after insert or delete or update of state, total_rows on campaigns
      for each row execute function count_unfinished_contacts();
  `.execute(db);
}
