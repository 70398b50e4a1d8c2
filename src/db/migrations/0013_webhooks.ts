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

    -- One event for one endpoint.
    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      endpoint_id bigint not null,
      event_id uuid not null references webhook_events on delete cascade,
      run_id bigint not null,
      event text not null check (event in ('call_ended', 'call_analyzed')),
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
      attempt_count integer not null default 0,
      -- Attempts since it was created or last replayed: they determine when the next one is due.
      tries integer not null default 0,
      -- Null while call_analyzed waits for its call_ended. A process that takes the delivery sets it to the end of its
      -- lease, after which another process takes the delivery.
      next_attempt_at timestamptz,
      -- Identifies the lease: the result of a process whose lease has ended is ignored.
      lease uuid,
      last_status integer,
      created_at timestamptz not null,
      settled_at timestamptz,
      constraint webhook_deliveries_endpoint_fk foreign key (endpoint_id, organization_id)
        references webhook_endpoints (id, organization_id) on delete cascade,
      -- Also finds the other event of the call.
      constraint webhook_deliveries_event_key unique (run_id, endpoint_id, event),
      constraint webhook_deliveries_settled_check check ((state = 'pending') = (settled_at is null)),
      constraint webhook_deliveries_next_check check (state = 'pending' or next_attempt_at is null)
    );
    create index webhook_deliveries_due_idx on webhook_deliveries (next_attempt_at, id)
      where state = 'pending' and next_attempt_at is not null;
    create index webhook_deliveries_organization_idx on webhook_deliveries (organization_id, id desc);
    create index webhook_deliveries_endpoint_idx on webhook_deliveries (endpoint_id, id desc);
    create index webhook_deliveries_event_idx on webhook_deliveries (event_id);

    create table webhook_attempts (
      organization_id bigint not null references organizations,
      delivery_id bigint not null references webhook_deliveries on delete cascade,
      number integer not null,
      at timestamptz not null,
      status integer,
      duration_ms integer not null,
      -- The first 4 KiB of the endpoint's response.
      answer text,
      error text,
      primary key (delivery_id, number)
    );
  `.execute(db);
}
