import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow_runs (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      workflow_id bigint not null,
      definition_id bigint not null,
      name text not null,
      mode text not null check (mode in ('test', 'text', 'ad_hoc', 'campaign', 'inbound')),
      state text not null default 'initialized' check (state in ('initialized', 'running', 'completed')),
      outcome text
        check (outcome in ('completed', 'busy', 'no_answer', 'voicemail', 'failed', 'canceled', 'unknown')),
      call_disposition text collate "C",
      to_number text,
      from_number text,
      telephony_configuration_id bigint references telephony_configurations on delete set null,
      campaign_id bigint,
      contact_id bigint references campaign_contacts on delete cascade,
      initial_context jsonb not null default '{}',
      gathered_context jsonb not null default '{}',
      transcript jsonb,
      -- Whether it was submitted as a whole, so that no turns are added.
      transcript_is_final boolean not null default false,
      recording_url text,
      analysis jsonb,
      usage jsonb,
      -- From then on the run's token is refused.
      token_revoked_at timestamptz,
      created_at timestamptz not null,
      started_at timestamptz,
      ended_at timestamptz,
      -- From the answer of a call to its end; written with its end.
      duration_seconds integer generated always as (
        case when mode in ('ad_hoc', 'campaign', 'inbound') and started_at is not null and ended_at is not null
          then greatest(floor(extract(epoch from ended_at - started_at)), 0)::integer end
      ) stored,
      -- Whether the newest mark says that consent was given.
      has_consent boolean not null generated always as (
        coalesce(gathered_context -> 'consent_given' = 'true'::jsonb, false)
      ) stored,
      constraint workflow_runs_workflow_fk foreign key (workflow_id, organization_id)
        references workflows (id, organization_id),
      constraint workflow_runs_definition_fk foreign key (definition_id, workflow_id)
        references workflow_definitions (id, workflow_id),
      constraint workflow_runs_campaign_fk foreign key (campaign_id, organization_id)
        references campaigns (id, organization_id) on delete cascade,
      constraint workflow_runs_tenant_key unique (id, organization_id),
      constraint workflow_runs_completed_check check ((state = 'completed') = (outcome is not null)),
      constraint workflow_runs_end_check check ((state = 'completed') = (ended_at is not null)),
      constraint workflow_runs_campaign_check check ((mode = 'campaign') = (campaign_id is not null)),
      constraint workflow_runs_context_check check (jsonb_typeof(gathered_context) = 'object')
    -- Room for the updates of a call in progress on the same page. They change no index until it is answered.
    ) with (fillfactor = 85);
    -- For lists of runs: one index for each filter by a value, in the order of the list, and one for the order by
    -- duration. None has a column that changes before the call is answered.
    create index workflow_runs_organization_idx on workflow_runs (organization_id, created_at desc, id desc);
    create index workflow_runs_workflow_idx
      on workflow_runs (organization_id, workflow_id, created_at desc, id desc);
    create index workflow_runs_to_number_idx
      on workflow_runs (organization_id, to_number, created_at desc, id desc) where to_number is not null;
    create index workflow_runs_from_number_idx
      on workflow_runs (organization_id, from_number, created_at desc, id desc) where from_number is not null;
    create index workflow_runs_call_disposition_idx
      on workflow_runs (organization_id, call_disposition, created_at desc, id desc)
      where call_disposition is not null;
    create index workflow_runs_consent_idx
      on workflow_runs (organization_id, created_at desc, id desc) where has_consent;
    create index workflow_runs_duration_idx
      on workflow_runs (organization_id, duration_seconds desc, id desc) where duration_seconds is not null;
    create index workflow_runs_disposition_idx
      on workflow_runs (workflow_id, call_disposition) where call_disposition is not null;
    create index workflow_runs_campaign_idx
      on workflow_runs (organization_id, campaign_id, created_at desc, id desc) where campaign_id is not null;
    create index workflow_runs_contact_idx on workflow_runs (contact_id) where contact_id is not null;

    -- The number of a workflow's runs is the sum of its shards, because counting a million rows takes 0.2 seconds.
    -- They are updated in the same transaction, so the sum is correct, and writers on different connections rarely
    -- wait for each other.
    create table workflow_run_counts (
      organization_id bigint not null,
      workflow_id bigint not null,
      shard integer not null,
      runs bigint not null,
      constraint workflow_run_counts_workflow_fk foreign key (workflow_id, organization_id)
        references workflows (id, organization_id) on delete cascade,
      primary key (workflow_id, shard)
    ) with (fillfactor = 50);
    create function count_workflow_runs() returns trigger language plpgsql as $$
    begin
      insert into workflow_run_counts as counted (organization_id, workflow_id, shard, runs)
      select min(organization_id), workflow_id, pg_backend_pid() % 16,
        case tg_op when 'INSERT' then count(*) else -count(*) end
      from changed group by workflow_id order by workflow_id
      on conflict (workflow_id, shard) do update set runs = counted.runs + excluded.runs;
      return null;
    end $$;
    create trigger workflow_runs_inserted after insert on workflow_runs
      referencing new table as changed for each statement execute function count_workflow_runs();
    create trigger workflow_runs_deleted after delete on workflow_runs
      referencing old table as changed for each statement execute function count_workflow_runs();

    -- Where the conversation of a text run is. What was said is the run's transcript.
    create table run_conversations (
      run_id bigint primary key,
      organization_id bigint not null,
      -- The ID of the node; null for the start.
      node_id text,
      -- The turns that were answered.
      turns integer not null default 0,
      -- The agent runtime that holds it; null for the walker.
      runtime_url text,
      -- Counts the claims. Until the time nobody else lets the runtime answer a turn.
      claim bigint not null default 0,
      claimed_until timestamptz,
      constraint run_conversations_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade
    );

    -- All marks; the run itself shows the newest.
    create table consent_marks (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      run_id bigint not null,
      consent_given boolean not null,
      consent_ts timestamptz not null,
      marked_by bigint,
      constraint consent_marks_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint consent_marks_user_fk foreign key (marked_by, organization_id)
        references users (id, organization_id)
    );
    create index consent_marks_run_idx on consent_marks (run_id, id);
  `.execute(db);
}
