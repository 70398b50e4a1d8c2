import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What people tell the agent of a run in progress.
    create table run_instructions (
      organization_id bigint not null,
      run_id bigint not null,
      -- From 1 on within the run, the order in which they are delivered.
      instruction_number integer not null,
      text text not null,
      user_id bigint,
      api_key_id bigint,
      created_at timestamptz not null,
      -- When the runtime received it.
      delivered_at timestamptz,
      answer text check (answer in ('taken', 'refused')),
      reason text,
      acknowledged_at timestamptz,
      constraint run_instructions_pkey primary key (organization_id, run_id, instruction_number),
      constraint run_instructions_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint run_instructions_user_fk foreign key (user_id, organization_id)
        references users (id, organization_id),
      constraint run_instructions_key_fk foreign key (api_key_id, organization_id)
        references api_keys (id, organization_id),
      constraint run_instructions_author_check check ((user_id is null) <> (api_key_id is null)),
      constraint run_instructions_acknowledged_check check (
        (answer is null) = (acknowledged_at is null) and (answer is null or delivered_at is not null)
        and (reason is null or answer is not null)
      )
    );

    -- The functions that agents may call; the name is that of the function.
    create table tools (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations on delete cascade,
      name text not null check (length(name) between 1 and 64),
      description text not null check (length(description) <= 1024),
      kind text not null check (kind in ('http', 'mcp')),
      method text not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
      url_template text not null check (length(url_template) <= 2048),
      headers jsonb not null default '[]',
      -- As they are checked: with references written out.
      arguments_schema jsonb not null,
      result_schema jsonb,
      timeout_ms integer not null default 5000 check (timeout_ms between 500 and 20000),
      is_write boolean not null default true,
      secret_header text not null default 'Authorization' check (length(secret_header) <= 64),
      -- Null: the tool has none.
      secret_encrypted bytea,
      revision bigint not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- A person has to accept each call.
      needs_approval boolean not null default false,
      -- How long a call waits for that.
      approval_timeout_seconds integer not null default 120
        constraint tools_approval_timeout_check check (approval_timeout_seconds between 10 and 900),
      -- The name of the function at the MCP server, whose URL is the template.
      mcp_name text check (length(mcp_name) <= 128),
      -- The hash of the function that was accepted.
      mcp_sha256 text check (length(mcp_sha256) = 64),
      mcp_status text check (mcp_status in ('accepted', 'changed', 'gone')),
      -- What the server has instead, as the last import read it.
      mcp_offer jsonb,
      constraint tools_tenant_key unique (id, organization_id),
      constraint tools_name_key unique (organization_id, name),
      constraint tools_mcp_check check (
        (kind = 'mcp') = (mcp_name is not null)
        and (kind = 'mcp') = (mcp_sha256 is not null)
        and (kind = 'mcp') = (mcp_status is not null)
        and (mcp_offer is null or mcp_status = 'changed')
      ),
      constraint tools_mcp_key unique (organization_id, url_template, mcp_name)
    );
    create index tools_organization_idx on tools (organization_id, id desc);

    create table tool_executions (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      run_id bigint not null,
      -- The tool may be deleted. Null, as its revision: a built-in tool.
      tool_id bigint,
      tool_name text not null,
      tool_revision bigint,
      -- The runtime's own. Models that sign their thoughts send long ones, and an index row has room for 2,048 bytes.
      call_id text not null check (octet_length(call_id) <= 2048),
      arguments jsonb,
      is_write boolean not null,
      -- The row is written before the request is sent: whose deadline has passed has lost its process.
      status text not null default 'sending'
        check (status in ('waiting_for_approval', 'accepted', 'sending', 'succeeded', 'failed', 'unknown')),
      error_code text,
      error_detail text,
      http_status integer,
      result jsonb,
      duration_ms integer,
      -- A read may be sent again after its answer was lost.
      attempt integer not null default 1,
      deadline_at timestamptz not null,
      created_at timestamptz not null,
      settled_at timestamptz,
      -- Until when a call can be accepted, or an accepted one sent; null if nobody is asked.
      approval_expires_at timestamptz,
      decision text check (decision in ('accepted', 'declined')),
      decision_reason text constraint tool_executions_reason_check check (length(decision_reason) <= 500),
      -- Counted with the instructions of the run, so that its runtime gets both in one order.
      decision_number integer,
      -- The user, who may be removed.
      decided_by bigint,
      decided_at timestamptz,
      constraint tool_executions_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint tool_executions_call_key unique (organization_id, run_id, call_id),
      constraint tool_executions_settled_check
        check ((status in ('waiting_for_approval', 'accepted', 'sending')) = (settled_at is null)),
      constraint tool_executions_approval_check check (
        case status when 'waiting_for_approval' then approval_expires_at is not null and decision is null
          when 'accepted' then approval_expires_at is not null and decision = 'accepted' else true end
      ),
      constraint tool_executions_decided_check check (
        (decision is null) = (decided_at is null) and (decision is null) = (decision_number is null)
        and (decision is null) = (decided_by is null) and (decision is not null or decision_reason is null)
      )
    );
    create index tool_executions_organization_idx on tool_executions (organization_id, id desc);
    create index tool_executions_tool_idx on tool_executions (organization_id, tool_id, id desc);
    -- The cascade of a run, and what is removed with its transcript.
    create index tool_executions_run_idx on tool_executions (run_id, id desc);
    create index tool_executions_sending_idx on tool_executions (deadline_at) where status = 'sending';
    create index tool_executions_status_idx on tool_executions (organization_id, status, id desc);
    create index tool_executions_unsent_idx on tool_executions (approval_expires_at)
      where status in ('waiting_for_approval', 'accepted');
    create unique index tool_executions_decision_key on tool_executions (organization_id, run_id, decision_number)
      where decision_number is not null;

    -- The tools that the version names, as they were when it was published, without their secrets. Null: none, or never published.
    alter table workflow_definitions add column tools jsonb;
    -- What tools answer in the conversation, and which have to be called in it or must not be.
    alter table workflow_test_cases
      add column tool_answers jsonb not null default '[]',
      add column expected_tool_calls jsonb not null default '[]';
    -- What tools answer in a text run, and what the walker has learned from them.
    alter table run_conversations add column tool_answers jsonb, add column learned jsonb;
  `.execute(db);
}
