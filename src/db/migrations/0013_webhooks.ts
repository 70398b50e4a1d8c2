import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The events that are not composed yet: two for each call that ends, more where they are chosen, and those of
    -- campaigns and of the organization. A narrow table of what is due, so that its readers never look into the months of
    -- webhook_events.
    create table pending_events (
      -- The order in which they were written; that of one run or campaign is the order in which they happened, as
      -- whoever writes one holds its lock.
      number bigint generated always as identity primary key,
      organization_id bigint not null,
      -- What it is about; neither: the organization.
      run_id bigint,
      campaign_id bigint,
      event text not null,
      id uuid not null,
      due_at timestamptz not null,
      -- That of the run: a delivery reads the event, not the run.
      traceparent text check (length(traceparent) = 55),
      -- When it happened. It never changes, so it names the event's month; of an ended call, also one event of a kind.
      created_at timestamptz not null,
      -- What is sent. Null: it is made of the run.
      body text,
      constraint pending_events_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint pending_events_campaign_fk foreign key (campaign_id, organization_id)
        references campaigns (id, organization_id) on delete cascade,
      constraint pending_events_subject_check check (run_id is null or campaign_id is null),
      constraint pending_events_body_check check ((run_id is null) = (body is not null))
    ) with (
      fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000
    );
    create unique index pending_events_run_key on pending_events (run_id, event) where run_id is not null;
    create index pending_events_campaign_idx on pending_events (campaign_id) where campaign_id is not null;
    create index pending_events_due_idx on pending_events (due_at);
    -- Find due events by organization, so that a long backlog of one does not delay others. An analysis is waited for;
    -- everything else is due at once, in its order.
    create index pending_events_share_idx on pending_events (organization_id, number) where event <> 'call_analyzed';
    create index pending_events_analyzed_idx on pending_events (organization_id, due_at, number)
      where event = 'call_analyzed';

    -- The composed events, which never change. Only partitions are referred to, by the partitions of the same month.
    create table webhook_events (
      organization_id bigint not null references organizations,
      -- The events of an organization are numbered in the order in which they become visible: who has seen a position
      -- has seen all before it.
      position bigint not null,
      run_id bigint,
      -- That of the run, if it has one.
      campaign_id bigint,
      event text not null,
      id uuid not null,
      body text not null,
      traceparent text check (length(traceparent) = 55),
      created_at timestamptz not null,
      -- Never decreases from one position to the next.
      composed_at timestamptz not null,
      primary key (organization_id, position, created_at)
    ) partition by range (created_at);
    create unique index webhook_events_run_key on webhook_events (organization_id, run_id, event, created_at)
      where run_id is not null;
    create index webhook_events_composed_idx on webhook_events (organization_id, composed_at, position);
    -- What has no month yet.
    create table webhook_events_default partition of webhook_events default;

    -- The last position of each organization. Whoever composes an organization's events locks it until the commit.
    create table event_positions (
      organization_id bigint primary key references organizations on delete cascade,
      last_position bigint not null default 0,
      composed_at timestamptz
    ) with (fillfactor = 50);

    -- Which of the events of a call before its end somebody wants; the others are not written.
    create table event_choices (
      organization_id bigint primary key references organizations on delete cascade,
      -- Those of the setting and of the enabled endpoints.
      chosen text[] not null default '{}',
      recorded text[] not null default '{}'
        check (recorded <@ array['call_queued', 'call_ringing', 'call_answered']),
      -- Of the setting.
      revision bigint not null default 0,
      -- Null: it is not set.
      updated_at timestamptz
    );
    insert into event_positions (organization_id) select id from organizations;
    insert into event_choices (organization_id) select id from organizations;
    create function add_event_rows() returns trigger language plpgsql as $$
    begin
      insert into event_positions (organization_id) values (new.id);
      insert into event_choices (organization_id) values (new.id);
      return null;
    end $$;
    create trigger organizations_have_events after insert on organizations
      for each row execute function add_event_rows();

    create table webhook_endpoints (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      url text not null check (length(url) between 1 and 2048),
      description text check (length(description) between 1 and 200),
      events text[] not null
        check (cardinality(events) > 0 and events <@ array[
          'call_queued', 'call_ringing', 'call_answered', 'call_ended', 'call_analyzed',
          'campaign_started', 'campaign_paused', 'campaign_resumed', 'campaign_completed', 'campaign_canceled',
          'approval_policy_exhausted', 'webhook_endpoint_disabled'
        ]),
      status text not null default 'enabled' check (status in ('enabled', 'disabled')),
      disabled_reason text check (disabled_reason in ('requested', 'gone', 'failing')),
      disabled_at timestamptz,
      secret_encrypted bytea not null,
      -- The previous secret, which also signs until then.
      previous_secret_encrypted bytea,
      previous_secret_expires_at timestamptz,
      -- When the first attempt after the last success failed.
      failing_since timestamptz,
      revision bigint not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint webhook_endpoints_tenant_key unique (id, organization_id),
      constraint webhook_endpoints_disabled_check
        check ((status = 'disabled') = (disabled_at is not null) and (disabled_at is null) = (disabled_reason is null)),
      constraint webhook_endpoints_previous_check
        check ((previous_secret_encrypted is null) = (previous_secret_expires_at is null))
    );
    create index webhook_endpoints_organization_idx on webhook_endpoints (organization_id, id desc);

    create function chosen_events(tenant bigint, recorded text[]) returns text[] language sql as $$
      select array(
        select event from unnest(recorded) as event
        union
        select event from webhook_endpoints, unnest(events) as event
        where organization_id = tenant and status = 'enabled'
          and event in ('call_queued', 'call_ringing', 'call_answered')
        order by event
      )
    $$;
    -- The choices are locked before the endpoints are read: what others choose meanwhile is seen.
    create function choose_events() returns trigger language plpgsql as $$
    declare
      tenant bigint := coalesce(new.organization_id, old.organization_id);
    begin
      perform from event_choices where organization_id = tenant for no key update;
      update event_choices set chosen = chosen_events(tenant, recorded) where organization_id = tenant;
      return null;
    end $$;
    create trigger webhook_endpoints_choose_events after insert or delete or update of events, status
      on webhook_endpoints for each row execute function choose_events();

    -- One event for one endpoint. What changes while it is pending is in pending_deliveries.
    create table webhook_deliveries (
      id bigint generated always as identity,
      organization_id bigint not null,
      endpoint_id bigint not null,
      event_id uuid not null,
      position bigint not null,
      run_id bigint,
      campaign_id bigint,
      event text not null,
      -- Events, deliveries and attempts of a month are dropped together.
      event_created_at timestamptz not null,
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
      attempt_count integer not null default 0,
      last_status integer,
      created_at timestamptz not null,
      settled_at timestamptz,
      primary key (organization_id, id, event_created_at),
      constraint webhook_deliveries_endpoint_fk foreign key (endpoint_id, organization_id)
        references webhook_endpoints (id, organization_id) on delete cascade,
      constraint webhook_deliveries_event_key unique (organization_id, position, endpoint_id, event_created_at),
      constraint webhook_deliveries_settled_check check ((state = 'pending') = (settled_at is null))
    ) partition by range (event_created_at);
    create index webhook_deliveries_endpoint_idx on webhook_deliveries (endpoint_id, id desc);
    create table webhook_deliveries_default partition of webhook_deliveries default;
    alter table webhook_deliveries_default
      add constraint webhook_deliveries_default_event_fk
        foreign key (organization_id, position, event_created_at)
        references webhook_events_default (organization_id, position, created_at) on delete cascade;

    -- The deliveries in state pending, one narrow row each.
    create table pending_deliveries (
      delivery_id bigint primary key,
      organization_id bigint not null,
      endpoint_id bigint not null,
      position bigint not null,
      -- Deliveries of one subject are sent in their order: of a run, or of a campaign, by its id with a minus. Null: the
      -- order does not matter.
      subject bigint,
      event text not null,
      event_created_at timestamptz not null,
      -- The size of the event's body.
      bytes integer not null,
      attempt_count integer not null default 0,
      -- Attempts since it was created or last replayed: they determine when the next one is due.
      tries integer not null default 0,
      -- Null while an earlier delivery of the same subject is pending. A process that takes the delivery sets it to the end of its
      -- lease, after which another process takes the delivery.
      next_attempt_at timestamptz,
      -- Identifies the lease: the result of a process whose lease has ended is ignored.
      lease uuid,
      constraint pending_deliveries_endpoint_fk foreign key (endpoint_id, organization_id)
        references webhook_endpoints (id, organization_id) on delete cascade,
      -- Also finds the other deliveries of the subject.
      constraint pending_deliveries_event_key unique (organization_id, subject, endpoint_id, position)
    ) with (
      fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000
    );
    -- Finds due deliveries by organization and endpoint, so that a long backlog of one does not delay others.
    create index pending_deliveries_lane_idx
      on pending_deliveries (organization_id, endpoint_id, next_attempt_at, delivery_id);

    create table webhook_attempts (
      organization_id bigint not null,
      delivery_id bigint not null,
      event_created_at timestamptz not null,
      number integer not null,
      at timestamptz not null,
      status integer,
      duration_ms integer not null,
      -- The first 4 KiB of the endpoint's response.
      answer text,
      error text,
      primary key (organization_id, delivery_id, number, event_created_at)
    ) partition by range (event_created_at);
    create table webhook_attempts_default partition of webhook_attempts default;
    alter table webhook_attempts_default
      add constraint webhook_attempts_default_delivery_fk
        foreign key (organization_id, delivery_id, event_created_at)
        references webhook_deliveries_default (organization_id, id, event_created_at) on delete cascade;
  `.execute(db);
}
