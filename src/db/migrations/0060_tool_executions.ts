import { type Kysely, sql } from 'kysely';

/** Tables in which clients store what they like, with the columns that hold it. */
const contents = {
  workflow_definitions: ['workflow_definition', 'tools'],
  workflows: ['template_context_variables', 'workflow_configurations', 'metadata'],
  workflow_runs: ['metadata'],
  workflow_test_cases: ['initial_context', 'turns'],
  scheduled_calls: ['initial_context', 'metadata'],
  campaigns: ['metadata'],
  campaign_contacts: ['initial_context', 'metadata'],
  approval_policies: ['metadata'],
  voice_profiles: ['metadata'],
  generations: ['text', 'instruct'],
  idempotent_answers: ['answer_encrypted'],
  tool_executions: ['arguments', 'result'],
} as const;

/** The bytes of a row as text. Runs have those of their other content stored. */
function bytesOf(table: string, columns: readonly string[], row: string): string {
  const text = table === 'idempotent_answers' ? '' : '::text';
  return [
    ...(table === 'workflow_runs' ? [`${row}.content_bytes`] : []),
    ...columns.map((column) => `coalesce(octet_length(${row}.${column}${text}), 0)`),
  ].join(' + ');
}

const countingOf = (table: 'workflow_definitions' | 'tool_executions'): string => {
  const columns = contents[table];
  return `
  create or replace function count_content_of_${table}() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    if tg_op = 'UPDATE' then
      insert into content_changes (organization_id, bytes)
      values (new.organization_id, ${bytesOf(table, columns, 'new')} - (${bytesOf(table, columns, 'old')}));
    else
      for one in
        select organization_id, sum(case tg_op when 'INSERT' then 1 else -1 end * (${bytesOf(table, columns, 'changed')})) as bytes
        from changed group by organization_id having sum(${bytesOf(table, columns, 'changed')}) <> 0
      loop
        insert into content_changes (organization_id, bytes) values (one.organization_id, one.bytes);
      end loop;
    end if;
    return null;
  end $$;
  create or replace trigger content_inserted after insert on ${table} referencing new table as changed
    for each statement execute function count_content_of_${table}();
  create or replace trigger content_deleted after delete on ${table} referencing old table as changed
    for each statement execute function count_content_of_${table}();
  create or replace trigger content_updated after update of ${columns.join(', ')} on ${table} for each row
    when (${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
    execute function count_content_of_${table}();`;
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The tools that the version names, as they were when it was published, without their secrets. Null: none, or never published.
    alter table workflow_definitions add column tools jsonb;

    create table tool_executions (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      run_id bigint not null,
      -- The tool may be deleted.
      tool_id bigint not null,
      tool_name text not null,
      tool_revision bigint not null,
      -- The runtime's own.
      call_id text not null check (length(call_id) <= 200),
      arguments jsonb,
      is_write boolean not null,
      -- The row is written before the request is sent: whose deadline has passed has lost its process.
      status text not null default 'sending' check (status in ('sending', 'succeeded', 'failed', 'unknown')),
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
      constraint tool_executions_run_fk foreign key (run_id, organization_id)
        references workflow_runs (id, organization_id) on delete cascade,
      constraint tool_executions_call_key unique (organization_id, run_id, call_id),
      check ((status = 'sending') = (settled_at is null))
    );
    create index tool_executions_organization_idx on tool_executions (organization_id, id desc);
    create index tool_executions_tool_idx on tool_executions (organization_id, tool_id, id desc);
    -- The cascade of a run, and what is removed with its transcript.
    create index tool_executions_run_idx on tool_executions (run_id, id desc);
    create index tool_executions_sending_idx on tool_executions (deadline_at) where status = 'sending';

    create or replace view stored_contents as
    ${sql.raw(
      Object.entries(contents)
        .map(
          ([table, columns]) =>
            `select organization_id, ${bytesOf(table, columns, table)} as bytes from ${table}`,
        )
        .join('\n    union all '),
    )};
    ${sql.raw(countingOf('workflow_definitions') + countingOf('tool_executions'))}
  `.execute(db);
}
