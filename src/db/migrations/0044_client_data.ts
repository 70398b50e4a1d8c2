import { type Kysely, sql } from 'kysely';

/** What clients attach to what they create: their own ID of it, and pairs. Null stands for none. */
const labeled = [
  'workflows',
  'campaigns',
  'approval_policies',
  'voice_profiles',
  'workflow_runs',
  'scheduled_calls',
  'campaign_contacts',
  'campaign_source_rows',
] as const;

/** Tables in which clients store what they like, with the columns that hold it. */
const contents = {
  workflow_definitions: ['workflow_definition', 'tools'],
  workflows: ['template_context_variables', 'workflow_configurations', 'metadata'],
  workflow_runs: [
    'initial_context',
    'gathered_context',
    'transcript',
    'analysis',
    'usage',
    'metadata',
  ],
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

/** The tables of which the same columns are counted as before, so that their triggers stay. */
const unchanged = ['generations', 'idempotent_answers'];

/** The bytes of a row as text. Runs have those of their other content stored. */
function bytesOf(table: string, columns: readonly string[], row: string): string {
  const text = table === 'idempotent_answers' ? '' : '::text';
  const weighed = table === 'workflow_runs' ? ['metadata'] : columns;
  return [
    ...(table === 'workflow_runs' ? [`${row}.content_bytes`] : []),
    ...weighed.map((column) => `coalesce(octet_length(${row}.${column}${text}), 0)`),
  ].join(' + ');
}

/** No statement reads the rows of its statement and another table at once, which Citus cannot run. */
const countingOf = (table: string, columns: readonly string[]): string => `
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
  end $$;`;

const triggersOf = (table: string, columns: readonly string[]): string => `
  create or replace trigger content_inserted after insert on ${table} referencing new table as changed
    for each statement execute function count_content_of_${table}();
  create or replace trigger content_deleted after delete on ${table} referencing old table as changed
    for each statement execute function count_content_of_${table}();
  -- Only updates that name these columns pay for it.
  create or replace trigger content_updated after update of ${columns.join(', ')} on ${table} for each row
    when (${
      table === 'workflow_runs'
        ? 'old.content_bytes <> new.content_bytes or old.metadata is distinct from new.metadata'
        : columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
    }) execute function count_content_of_${table}();`;

export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = Object.entries(contents);
  await sql`
    ${sql.raw(labeled.map((table) => `alter table ${table} add column external_id text, add column metadata jsonb;`).join('\n    '))}

    create or replace view stored_contents as
    ${sql.raw(
      tables
        .map(
          ([table, columns]) =>
            `select organization_id, ${bytesOf(table, columns, table)} as bytes from ${table}`,
        )
        .join('\n    union all '),
    )};
    ${sql.raw(tables.map(([table, columns]) => countingOf(table, columns)).join('\n'))}
    ${sql.raw(
      tables
        .filter(([table]) => !unchanged.includes(table))
        .map(([table, columns]) => triggersOf(table, columns))
        .join('\n'),
    )}
    -- The defaults of the columns that test cases got. Nobody writes one until the commit, as their triggers are replaced.
    insert into content_changes (organization_id, bytes)
    select organization_id, 4 * count(*) from workflow_test_cases group by organization_id;

    create or replace function add_usage(organization bigint, quota text, amount bigint) returns void
    language plpgsql as $$
    #variable_conflict use_column
    begin
      if $3 <> 0 then
        insert into organization_usage as usage (organization_id, quota, used) values ($1, $2, $3)
        on conflict (organization_id, quota) do update set used = usage.used + excluded.used;
      end if;
    end $$;
  `.execute(db);
}
