import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A call is placed once: placing_at is written before the carrier gets the request, and a run that has it is never
    -- placed again.
    alter table workflow_runs
      add column placing_at timestamptz,
      add column carrier_call_id text,
      -- The span that caused the call, as the W3C header. All spans of the call have it as their parent, in whatever
      -- process. Never changes, so it is not in live_calls, which is rewritten several times for each call.
      add column traceparent text check (length(traceparent) = 55),
      -- What the carrier's machine detection found; null before.
      add column answered_by text check (answered_by in ('human', 'machine', 'unknown')),
      -- When the carrier had played the message to the machine that answered.
      add column message_left_at timestamptz,
      -- Since when somebody wants the call to end, whatever the carrier has heard of it; its outcome is canceled then.
      add column hang_up_requested_at timestamptz,
      -- When the called person wants to be called again; set once.
      add column callback_at timestamptz,
      -- Who placed a single call, and the time zone that was sent with it, for a call back.
      add column user_id bigint,
      add column api_key_id bigint,
      add column timezone text,
      -- Why a call failed or is unknown, in one word.
      add column failure text
        check (failure in (
          'refused', 'carrier_failure', 'connection_error', 'timed_out', 'no_callback',
          'do_not_call', 'no_prior_consent', 'approval_not_in_force', 'configuration_missing', 'outside_hours',
          'too_late',
          'restored_from_backup'
        )),
      -- What the carrier says about the failure, in its own words: an error code, a SIP response code, a cause.
      add column carrier_code text check (length(carrier_code) between 1 and 64);
    -- For lists of runs; written when the machine detection ends, or with the end of the call.
    create index workflow_runs_answered_by_idx
      on workflow_runs (organization_id, answered_by, created_at desc, id desc) where answered_by is not null;
    -- What the circuit breaker counts.
    create index workflow_runs_ended_idx on workflow_runs (campaign_id, ended_at)
      where campaign_id is not null and ended_at is not null;

    -- The calls in progress, one narrow row each. Whatever changes while a call is in progress and is not shown by the
    -- run is here, so that the rows of runs, which are wide and kept, are rarely rewritten. No index contains a column
    -- that changes, so updates are heap-only; sweeps read the whole table, which is as large as the calls in progress.
    create table live_calls (
      run_id bigint primary key,
      organization_id bigint not null,
      campaign_id bigint,
      telephony_configuration_id bigint not null,
      to_number text not null,
      -- That of the called person, if it is known.
      timezone text,
      -- The approval that the call, or its campaign, used.
      approval_policy_id uuid,
      -- queued: nobody places it now. claimed: a worker will, until lease_until. placing: the carrier may have heard.
      state text not null check (state in ('queued', 'claimed', 'placing', 'ringing', 'in_progress')),
      -- Identifies the transaction that claimed it.
      claim_id uuid,
      lease_until timestamptz,
      -- When a queued call is taken by a sweep, if no job took it before.
      due_at timestamptz,
      placing_at timestamptz,
      -- When the carrier is queried about the call next, unless it reports before.
      ask_at timestamptz,
      asked integer not null default 0,
      deadline_at timestamptz not null,
      -- How often it was given back because the carrier was unavailable.
      deferrals integer not null default 0,
      -- What the carrier gets requests for: to end the call, or to play a message to the machine that answered.
      -- message_left: it plays it. Null: nothing.
      wanted text check (wanted in ('hang_up', 'message', 'message_left')),
      -- When the carrier gets the next request, and how many it got; null: it gets none.
      hang_up_at timestamptz,
      hang_ups integer not null default 0,
      -- What differs from an ordinary call, as its campaign or workflow says: machine detection, recording. Never changes.
      handling jsonb,
      -- When the event of its ringing was written.
      ringing_event_at timestamptz,
      constraint live_calls_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint live_calls_lease_check check ((state = 'claimed') = (lease_until is not null)),
      constraint live_calls_queued_check check ((state = 'queued') = (due_at is not null)),
      constraint live_calls_placing_check check ((state in ('queued', 'claimed')) = (placing_at is null)),
      constraint live_calls_asking_check check ((placing_at is null) = (ask_at is null)),
      constraint live_calls_hang_up_check
        check (hang_up_at is null or (placing_at is not null and wanted in ('hang_up', 'message')))
    ) with (
      fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000
    );
    -- By an expression, so that it is never read as a whole for ids alone, which statistics of an empty table suggest.
    create index live_calls_organization_idx on live_calls (organization_id, (run_id + 0));

    -- Calls to be initiated later. Until then they take no slot, so they have neither a run nor a row in live_calls.
    create table scheduled_calls (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      workflow_id bigint not null,
      to_number text not null,
      from_number text,
      -- No foreign key: a call whose configuration was deleted is refused.
      telephony_configuration_id bigint,
      -- That of the called person, if it is known.
      timezone text,
      initial_context jsonb not null default '{}',
      scheduled_at timestamptz not null,
      -- When it is tried to initiate it; null: it is settled.
      due_at timestamptz,
      -- When the calling hours open that it waits for.
      waits_until timestamptz,
      state text not null default 'scheduled' check (state in ('scheduled', 'initiated', 'refused', 'canceled')),
      run_id bigint,
      -- The call in which this one was agreed.
      callback_of_run_id bigint,
      refusal jsonb,
      settled_at timestamptz,
      -- Who scheduled it, and initiates it.
      user_id bigint,
      api_key_id bigint,
      traceparent text check (length(traceparent) = 55),
      revision bigint not null default 1,
      created_at timestamptz not null,
      constraint scheduled_calls_workflow_fk foreign key (workflow_id, organization_id)
        references workflows (id, organization_id),
      constraint scheduled_calls_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id),
      constraint scheduled_calls_callback_fk foreign key (callback_of_run_id, organization_id)
        references workflow_runs (id, organization_id),
      constraint scheduled_calls_user_fk foreign key (user_id, organization_id)
        references users (id, organization_id),
      constraint scheduled_calls_key_fk foreign key (api_key_id, organization_id)
        references api_keys (id, organization_id),
      constraint scheduled_calls_author_check check ((user_id is null) <> (api_key_id is null)),
      constraint scheduled_calls_settled_check check (
        (state = 'scheduled') = (due_at is not null) and (state = 'scheduled') = (settled_at is null)
        and (state = 'initiated') = (run_id is not null) and (state = 'refused') = (refusal is not null)
      )
    );
    create index scheduled_calls_organization_idx on scheduled_calls (organization_id, id desc);
    create unique index scheduled_calls_callback_key on scheduled_calls (callback_of_run_id)
      where callback_of_run_id is not null;
    create index scheduled_calls_state_idx on scheduled_calls (organization_id, state, id desc);
    create index scheduled_calls_due_idx on scheduled_calls (due_at) where due_at is not null;
    create index scheduled_calls_settled_idx on scheduled_calls (settled_at) where settled_at is not null;
    -- For removals of runs, which are checked against it.
    create index scheduled_calls_run_idx on scheduled_calls (run_id) where run_id is not null;

    -- When the next call of a configuration may be placed, shared by all processes.
    create table call_paces (
      telephony_configuration_id bigint primary key,
      organization_id bigint not null,
      next_free_at timestamptz not null,
      -- How often in a row the carrier was unavailable.
      errors integer not null default 0,
      constraint call_paces_configuration_fk foreign key (telephony_configuration_id, organization_id)
        references telephony_configurations (id, organization_id) on delete cascade
    ) with (fillfactor = 50);

    create table do_not_call_numbers (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      phone_number text not null check (phone_number ~ '^[+][1-9][0-9]{7,14}$'),
      reason text check (length(reason) between 1 and 200),
      source text not null default 'user' check (source in ('user', 'api_key', 'opt_out')),
      -- The call in which somebody opted out.
      run_id bigint,
      -- From then on the entry holds no call. Null: never.
      expires_at timestamptz,
      created_by bigint,
      created_at timestamptz not null,
      constraint do_not_call_numbers_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete set null (run_id),
      constraint do_not_call_numbers_creator_fk foreign key (created_by, organization_id)
        references users (id, organization_id),
      constraint do_not_call_numbers_key unique (organization_id, phone_number)
    );
    create index do_not_call_numbers_organization_idx on do_not_call_numbers (organization_id, id desc);
    -- For removals of runs, which are checked against it.
    create index do_not_call_numbers_run_idx on do_not_call_numbers (run_id) where run_id is not null;
    create index do_not_call_numbers_expired_idx on do_not_call_numbers (expires_at) where expires_at is not null;

    -- When calls may be placed; without a row at any time.
    create table calling_hours (
      organization_id bigint primary key references organizations,
      enabled boolean not null default false,
      -- The zone of numbers whose own is unknown.
      timezone text not null default 'UTC',
      slots jsonb not null default '[]',
      holidays jsonb not null default '[]',
      revision bigint not null default 0,
      -- Null: they are not set.
      updated_at timestamptz
    );

    -- Facts: a row is never changed, except that it is revoked once.
    create table consents (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      phone_number text not null check (phone_number ~ '^[+][1-9][0-9]{7,14}$'),
      purpose text not null check (purpose ~ '^[a-z0-9_]{1,64}$'),
      obtained_at timestamptz not null,
      source text not null check (length(source) between 1 and 200),
      evidence_url text check (length(evidence_url) <= 2048),
      expires_at timestamptz check (expires_at > obtained_at),
      revoked_at timestamptz,
      created_by bigint,
      created_at timestamptz not null,
      constraint consents_creator_fk foreign key (created_by, organization_id) references users (id, organization_id)
    );
    create index consents_organization_idx on consents (organization_id, id desc);
    create index consents_purpose_idx on consents (organization_id, purpose, id desc);
    create index consents_number_idx on consents (organization_id, phone_number, id desc);
    -- The first entry of a number and purpose counts longest.
    create index consents_in_force_idx on consents (organization_id, phone_number, purpose, expires_at desc)
      where revoked_at is null;
    create function refuse_consent_rewrite() returns trigger language plpgsql as $$
    begin
      if old.revoked_at is not null or to_jsonb(new) - 'revoked_at' <> to_jsonb(old) - 'revoked_at' then
        raise exception 'a consent is never changed';
      end if;
      return new;
    end $$;
    create trigger consents_are_facts before update on consents
      for each row execute function refuse_consent_rewrite();

    -- Who talks with the callers of a number, and why the last of them was turned away.
    alter table phone_numbers
      add column inbound_workflow_id bigint,
      add column inbound_rejection text,
      add column inbound_rejected_at timestamptz,
      add constraint phone_numbers_inbound_workflow_fk foreign key (inbound_workflow_id, organization_id)
        references workflows (id, organization_id),
      add constraint phone_numbers_rejection_check
        check ((inbound_rejection is null) = (inbound_rejected_at is null));
    create index phone_numbers_inbound_workflow_idx on phone_numbers (inbound_workflow_id)
      where inbound_workflow_id is not null;

    -- The decisions about the calls of the last days that somebody else placed, so that a carrier that sends one again
    -- gets the same answer, and its reports find the run. Beside the runs, whose updates would not be heap-only with an
    -- index on the carrier's id.
    create table inbound_calls (
      organization_id bigint not null,
      telephony_configuration_id bigint not null,
      carrier_call_id text not null check (length(carrier_call_id) between 1 and 200),
      -- Null: it was rejected.
      run_id bigint,
      rejection text check (rejection in (
        'unknown_number', 'no_inbound_workflow', 'workflow_archived', 'workflow_not_published', 'no_agent_runtime',
        'no_free_slot'
      )),
      received_at timestamptz not null,
      primary key (telephony_configuration_id, carrier_call_id),
      constraint inbound_calls_configuration_fk foreign key (telephony_configuration_id, organization_id)
        references telephony_configurations (id, organization_id) on delete cascade,
      constraint inbound_calls_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint inbound_calls_result_check check ((run_id is null) = (rejection is not null))
    );
    create index inbound_calls_run_idx on inbound_calls (run_id) where run_id is not null;
    create index inbound_calls_received_idx on inbound_calls (received_at);

    -- The simulated network's own record of its calls; the engine never reads it.
    create table simulated_calls (
      id uuid primary key,
      telephony_configuration_id bigint not null,
      direction text not null default 'outbound' check (direction in ('outbound', 'inbound')),
      -- Null: the call is inbound, and the network does not know its run.
      run_id bigint,
      to_number text not null,
      from_number text,
      callback_url text not null,
      placed_at timestamptz not null,
      -- When it should end.
      ends_at timestamptz not null,
      hung_up_at timestamptz,
      -- Whether it finds out if a machine answers, and when its greeting has ended.
      detection text not null default 'detect' check (detection in ('off', 'detect', 'greeting_end')),
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
