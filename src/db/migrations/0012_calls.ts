import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A call is placed once: placing_at is written before the carrier gets the request, and a run that has it is never
    -- placed again.
    alter table workflow_runs
      add column placing_at timestamptz,
      -- When a call that has not ended is closed.
      add column deadline_at timestamptz,
      add column carrier_call_id text,
      -- What the carrier's machine detection found; null before.
      add column answered_by text check (answered_by in ('human', 'machine', 'unknown')),
      -- Why a call failed or is unknown, in one word.
      add column failure text
        check (failure in ('refused', 'carrier_failure', 'connection_error', 'timed_out', 'no_callback')),
      add constraint workflow_runs_tenant_key unique (id, organization_id);
    create index workflow_runs_live_idx on workflow_runs (organization_id)
      where state <> 'completed' and mode <> 'test';
    create index workflow_runs_live_campaign_idx on workflow_runs (campaign_id)
      where state <> 'completed' and campaign_id is not null;
    create index workflow_runs_deadline_idx on workflow_runs (deadline_at)
      where state <> 'completed' and deadline_at is not null;
    -- What the circuit breaker counts.
    create index workflow_runs_ended_idx on workflow_runs (campaign_id, ended_at) include (outcome)
      where campaign_id is not null and ended_at is not null;

    create table do_not_call_numbers (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      phone_number text not null check (phone_number ~ '^[+][1-9][0-9]{7,14}$'),
      reason text check (length(reason) between 1 and 200),
      created_by bigint references users,
      created_at timestamptz not null,
      constraint do_not_call_numbers_key unique (organization_id, phone_number)
    );
    create index do_not_call_numbers_organization_idx on do_not_call_numbers (organization_id, id desc);

    -- Two for each call, inserted when it ends. The body is composed when the event is due, and never changes
    -- afterwards.
    create table webhook_events (
      id uuid primary key,
      organization_id bigint not null references organizations,
      run_id bigint not null references workflow_runs on delete cascade,
      event text not null check (event in ('call_ended', 'call_analyzed')),
      due_at timestamptz not null,
      body text,
      created_at timestamptz not null,
      composed_at timestamptz,
      constraint webhook_events_run_key unique (run_id, event),
      constraint webhook_events_composed_check check ((body is null) = (composed_at is null))
    );
    create index webhook_events_due_idx on webhook_events (due_at, id) where body is null;
    create index webhook_events_organization_idx on webhook_events (organization_id, composed_at, id);

    -- The simulated network's own record of its calls; the engine never reads it.
    create table simulated_calls (
      id uuid primary key,
      telephony_configuration_id bigint not null,
      run_id bigint not null,
      to_number text not null,
      from_number text,
      callback_url text not null,
      placed_at timestamptz not null,
      -- When it should end.
      ends_at timestamptz not null,
      -- When all of its callbacks have been sent; null before, and for a call without callbacks.
      reported_at timestamptz
    );
    create index simulated_calls_unreported_idx on simulated_calls (ends_at) where reported_at is null;
    create index simulated_calls_number_idx on simulated_calls (telephony_configuration_id, to_number);
    create index simulated_calls_run_idx on simulated_calls (run_id);

    create table simulation_clock (
      singleton boolean primary key default true check (singleton),
      offset_ms bigint not null
    );
  `.execute(db);
}
