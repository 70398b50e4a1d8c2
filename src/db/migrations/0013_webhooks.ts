import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_endpoints (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      url text not null check (length(url) between 1 and 2048),
      description text check (length(description) between 1 and 200),
      events text[] not null
        check (cardinality(events) > 0 and events <@ array['call_ended', 'call_analyzed']),
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

    -- One event for one endpoint. What changes while it is pending is in pending_deliveries.
    create table webhook_deliveries (
      id bigint generated always as identity,
      organization_id bigint not null,
      endpoint_id bigint not null,
      event_id uuid not null,
      run_id bigint not null,
      event text not null check (event in ('call_ended', 'call_analyzed')),
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
      constraint webhook_deliveries_event_key unique (run_id, endpoint_id, event, event_created_at),
      constraint webhook_deliveries_settled_check check ((state = 'pending') = (settled_at is null))
    ) partition by range (event_created_at);
    create index webhook_deliveries_endpoint_idx on webhook_deliveries (endpoint_id, id desc);
    create table webhook_deliveries_default partition of webhook_deliveries default;
    alter table webhook_deliveries_default
      add constraint webhook_deliveries_default_event_fk
        foreign key (organization_id, run_id, event, event_created_at)
        references webhook_events_default (organization_id, run_id, event, created_at) on delete cascade;

    -- The deliveries in state pending, one narrow row each.
    create table pending_deliveries (
      delivery_id bigint primary key,
      organization_id bigint not null,
      endpoint_id bigint not null,
      run_id bigint not null,
      event text not null check (event in ('call_ended', 'call_analyzed')),
      event_created_at timestamptz not null,
      -- The size of the event's body.
      bytes integer not null,
      attempt_count integer not null default 0,
      -- Attempts since it was created or last replayed: they determine when the next one is due.
      tries integer not null default 0,
      -- Null while call_analyzed waits for its call_ended. A process that takes the delivery sets it to the end of its
      -- lease, after which another process takes the delivery.
      next_attempt_at timestamptz,
      -- Identifies the lease: the result of a process whose lease has ended is ignored.
      lease uuid,
      constraint pending_deliveries_endpoint_fk foreign key (endpoint_id, organization_id)
        references webhook_endpoints (id, organization_id) on delete cascade,
      -- Also finds the other event of the call.
      constraint pending_deliveries_event_key unique (run_id, endpoint_id, event)
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
