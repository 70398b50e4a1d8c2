import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The transfers of calls. A call has one unfinished transfer at a time, and few in all.
    create table run_transfers (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      run_id bigint not null,
      kind text not null check (kind in ('cold')),
      destination text not null check (length(destination) between 1 and 64),
      -- Null: it was erased.
      phone_number text check (length(phone_number) <= 16),
      timezone text check (length(timezone) <= 64),
      approval_policy_id uuid,
      -- The caller number.
      from_number text check (length(from_number) <= 16),
      status text not null default 'requested'
        check (status in ('requested', 'ringing', 'bridged', 'failed', 'canceled')),
      failure text check (length(failure) <= 64),
      carrier_code text check (length(carrier_code) <= 64),
      created_at timestamptz not null,
      deadline_at timestamptz not null,
      -- Since when the carrier may have heard of it. It gets one request.
      sending_at timestamptz,
      answered_at timestamptz,
      -- The carrier's own id of the call to the destination.
      leg_id text check (length(leg_id) <= 200),
      -- When the carrier gets the next request to take the call back to its agent; null: none.
      recall_at timestamptz,
      recalls smallint not null default 0,
      bridged_at timestamptz,
      ended_at timestamptz,
      constraint run_transfers_tenant_key unique (id, organization_id),
      constraint run_transfers_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint run_transfers_failed_check check ((failure is null) = (status <> 'failed')),
      constraint run_transfers_bridged_check check ((bridged_at is null) = (status <> 'bridged')),
      constraint run_transfers_ended_check check ((ended_at is null) = (status in ('requested', 'ringing')))
    );
    create index run_transfers_run_idx on run_transfers (run_id, id desc);
    create unique index run_transfers_unfinished_key on run_transfers (organization_id, run_id)
      where status in ('requested', 'ringing');
    create index run_transfers_due_idx on run_transfers (deadline_at) where status in ('requested', 'ringing');
    create index run_transfers_recall_idx on run_transfers (recall_at) where recall_at is not null;
    create index run_transfers_phone_number_idx on run_transfers (organization_id, phone_number);
  `.execute(db);
}
