import { type Kysely, sql } from 'kysely';

/** Tables in which clients store what they like, with the columns that hold it. */
const contents = {
  workflow_definitions: ['workflow_definition', 'tools'],
  workflows: ['template_context_variables', 'workflow_configurations', 'metadata'],
  workflow_runs: ['metadata'],
  workflow_test_cases: ['initial_context', 'turns', 'tool_answers', 'expected_tool_calls'],
  run_conversations: ['tool_answers', 'learned'],
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

const countingOf = (table: 'workflow_test_cases' | 'run_conversations'): string => {
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

/** What is counted of the test cases that are there: their defaults. */
const counted = sql`
  insert into content_changes (organization_id, bytes)
  select organization_id, 4 * count(*) from workflow_test_cases group by organization_id`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What tools answer in the conversation, and which have to be called in it or must not be.
    alter table workflow_test_cases
      add column tool_answers jsonb not null default '[]',
      add column expected_tool_calls jsonb not null default '[]';
    -- What tools answer in a text run, and what the walker has learned from them.
    alter table run_conversations add column tool_answers jsonb, add column learned jsonb;

    create or replace view stored_contents as
    ${sql.raw(
      Object.entries(contents)
        .map(
          ([table, columns]) =>
            `select organization_id, ${bytesOf(table, columns, table)} as bytes from ${table}`,
        )
        .join('\n    union all '),
    )};
    ${sql.raw(countingOf('workflow_test_cases') + countingOf('run_conversations'))}
  `.execute(db);
  await counted.execute(db);
}
