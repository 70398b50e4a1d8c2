import { type Kysely, sql } from 'kysely';

const consumed = 'seconds|tokens|characters|cost/[a-z_]{1,40}/[A-Z]{3}';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The simulated network records the keys of its calls, by the command that sent them, and their transfers, by their ids, as
    -- often as it gets each.
    alter table simulated_calls
      add column keys jsonb not null default '{}',
      add column transfers bigint[] not null default '{}';

    -- The transfers of calls. A call has one unfinished transfer at a time, and few in all.
    create table run_transfers (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      run_id bigint not null,
      -- handoff: the call goes on with the agent of another workflow.
      kind text not null check (kind in ('cold', 'warm', 'handoff')),
      destination text not null check (length(destination) between 1 and 64),
      -- Null: it was erased.
      phone_number text check (length(phone_number) <= 16),
      timezone text check (length(timezone) <= 64),
      approval_policy_id uuid,
      -- The caller number.
      from_number text check (length(from_number) <= 16),
      status text not null default 'requested'
        check (status in ('requested', 'ringing', 'briefing', 'bridged', 'failed', 'canceled')),
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
      -- Whether the carrier finds out who answers before the two are connected.
      detects boolean not null default false,
      -- The carrier is to brief the destination or to connect the two, or was told to.
      stage text check (stage in ('brief', 'briefing', 'connect', 'connecting')),
      -- When the carrier gets the next command about the call to the destination; null: none.
      step_at timestamptz,
      step_tries smallint not null default 0,
      -- What the destination hears before the two are connected; removed with the end of the transfer.
      briefing text check (length(briefing) between 1 and 500),
      briefing_language text check (length(briefing_language) <= 16),
      -- Whom the transfer was requested for: who answers for it; both null: nobody requested the call either.
      user_id bigint,
      api_key_id bigint,
      -- Null: the destination.
      requested_destination text check (length(requested_destination) <= 64),
      -- The destination that is rung if this one connects nobody; null: none.
      fallback text check (length(fallback) <= 64),
      -- Which in the row of destinations that ring one after another.
      ring_number smallint not null default 1,
      -- Since when the fallback is to be rung; null: it is not, or the transfer that rings it exists.
      fallback_at timestamptz,
      -- The transfer that rings it, of the same call.
      fallback_id bigint,
      fallback_refusal text check (length(fallback_refusal) <= 64),
      -- The SIP URI of the destination, whose phone number is then the one in it. Null: none, or it was erased.
      sip_uri text check (length(sip_uri) <= 254),
      -- The workflow of the next agent, and the version that it is pinned to; null: the person is connected with somebody.
      to_workflow_id bigint,
      to_definition_id bigint,
      to_workflow_version integer,
      -- What the next agent is told; it goes with the transcript.
      handoff_briefing text check (length(handoff_briefing) between 1 and 500),
      constraint run_transfers_tenant_key unique (id, organization_id),
      constraint run_transfers_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint run_transfers_user_fk foreign key (user_id, organization_id)
        references users (id, organization_id),
      constraint run_transfers_key_fk foreign key (api_key_id, organization_id)
        references api_keys (id, organization_id),
      constraint run_transfers_definition_fk foreign key (organization_id, to_workflow_id, to_definition_id)
        references workflow_definitions (organization_id, workflow_id, id),
      constraint run_transfers_failed_check check ((failure is null) = (status <> 'failed')),
      constraint run_transfers_bridged_check check ((bridged_at is null) = (status <> 'bridged')),
      constraint run_transfers_ended_check
        check ((ended_at is null) = (status in ('requested', 'ringing', 'briefing'))),
      -- The fallback hears the same briefing.
      constraint run_transfers_warm_check check (
        (briefing is not null) = (kind = 'warm' and (ended_at is null or fallback_at is not null))
        and (briefing is null) = (briefing_language is null)
      ),
      constraint run_transfers_handoff_check check (
        (kind = 'handoff') = (to_workflow_id is not null)
        and (to_workflow_id is null) = (to_definition_id is null)
        and (to_workflow_id is null) = (to_workflow_version is null)
        and (handoff_briefing is null or kind = 'handoff')
      )
    );
    create index run_transfers_run_idx on run_transfers (run_id, id desc);
    create unique index run_transfers_unfinished_key on run_transfers (organization_id, run_id)
      where status in ('requested', 'ringing', 'briefing');
    create index run_transfers_due_idx on run_transfers (deadline_at)
      where status in ('requested', 'ringing', 'briefing');
    create index run_transfers_recall_idx on run_transfers (recall_at) where recall_at is not null;
    create index run_transfers_phone_number_idx on run_transfers (organization_id, phone_number);
    create index run_transfers_step_idx on run_transfers (step_at) where step_at is not null;
    create index run_transfers_fallback_idx on run_transfers (fallback_at) where fallback_at is not null;
    create index run_transfers_to_workflow_idx on run_transfers (organization_id, to_workflow_id)
      where to_workflow_id is not null;

    alter table workflow_runs
      -- The handoff by which the agent that has the run got it; null: the first agent has it.
      add column handoff_id bigint,
      -- A menu can answer a call.
      drop constraint workflow_runs_answered_by_check,
      add constraint workflow_runs_answered_by_check
        check (answered_by in ('human', 'machine', 'ivr', 'unknown')) not valid,
      -- A call back is refused at once that the approvals of its connector do not cover.
      drop constraint workflow_runs_callback_refusal_check,
      add constraint workflow_runs_callback_refusal_check
        check (callback_refusal in ('chain_limit', 'daily_limit', 'approval_required')) not valid;

    -- Usage counts the transfers of calls that end from now on; no release before this one transfers calls.
    -- transfers: those that connected somebody, with the sum of their seconds as amount.
    alter table usage_changes
      drop constraint usage_changes_measure_check,
      add constraint usage_changes_measure_check check (
        measure ~ ${sql.lit(`^(calls|consents|tests|transfers|${consumed})$`)}
      ) not valid;
    alter table usage_counts
      drop constraint usage_counts_measure_check,
      add constraint usage_counts_measure_check check (
        measure ~ ${sql.lit(`^(outcome/[a-z_]{1,20}|connected|consents|tests|transfers|${consumed})$`)}
      ) not valid;

    create function count_run_transfers() returns trigger language plpgsql as $$
    declare
      one record;
      transfers integer := 0;
      seconds bigint := 0;
    begin
      -- Locked, so that what is being bridged meanwhile is seen as it will be. Nothing is bridged after the end. Not those
      -- that have failed: who rings the fallback of one has it locked, and waits for the run.
      for one in
        select status, bridged_at from run_transfers
        where organization_id = new.organization_id and run_id = new.id and kind in ('cold', 'warm')
          and status not in ('failed', 'canceled')
        for no key update
      loop
        if one.status = 'bridged' then
          transfers := transfers + 1;
          seconds := seconds + greatest(floor(date_part('epoch', new.ended_at - one.bridged_at)), 0);
        end if;
      end loop;
      if transfers > 0 then
        insert into usage_changes (
          organization_id, day, workflow_id, campaign_id, telephony_configuration_id, outcome, measure, runs, amount
        ) values (
          new.organization_id, (new.created_at at time zone 'UTC')::date, new.workflow_id,
          coalesce(new.campaign_id, new.counted_campaign_id, 0),
          coalesce(new.telephony_configuration_id, new.counted_configuration_id, 0), new.outcome, 'transfers', transfers,
          seconds
        );
      end if;
      return null;
    end $$;
    -- Only answered calls are transferred.
    create trigger workflow_runs_transfers_counted after update on workflow_runs
      for each row when (
        new.state = 'completed' and old.state <> 'completed' and new.duration_seconds is not null
      ) execute function count_run_transfers();
  `.execute(db);
}
