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
  workflow_definitions: ['workflow_definition'],
  workflows: ['template_context_variables', 'workflow_configurations', 'metadata'],
  workflow_runs: [
    'initial_context',
    'gathered_context',
    'transcript',
    'analysis',
    'usage',
    'metadata',
  ],
  workflow_test_cases: ['initial_context', 'turns'],
  scheduled_calls: ['initial_context', 'metadata'],
  campaigns: ['metadata'],
  campaign_contacts: ['initial_context', 'metadata'],
  approval_policies: ['metadata'],
  voice_profiles: ['metadata'],
  generations: ['text', 'instruct'],
  idempotent_answers: ['answer_encrypted'],
} as const;

/** The bytes of a row as text. Runs have those of their other content stored. */
function bytesOf(table: string, columns: readonly string[], row: string): string {
  const text = table === 'idempotent_answers' ? '' : '::text';
  const weighed = table === 'workflow_runs' ? ['metadata'] : columns;
  return [
    ...(table === 'workflow_runs' ? [`${row}.content_bytes`] : []),
    ...weighed.map((column) => `coalesce(octet_length(${row}.${column}${text}), 0)`),
  ].join(' + ');
}

const countingOf = (table: string, columns: readonly string[]): string => `
  create or replace function count_content_of_${table}() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      insert into content_changes (organization_id, bytes)
      select new.organization_id, ${bytesOf(table, columns, 'new')} - (${bytesOf(table, columns, 'old')});
    else
      insert into content_changes (organization_id, bytes)
      select organization_id, sum(case tg_op when 'INSERT' then 1 else -1 end * (${bytesOf(table, columns, 'changed')}))
      from changed group by organization_id
      having sum(${bytesOf(table, columns, 'changed')}) <> 0;
    end if;
    return null;
  end $$;
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
    ${sql.raw(
      tables
        .filter(([, columns]) => (columns as readonly string[]).includes('metadata'))
        .map(([table, columns]) => countingOf(table, columns))
        .join('\n'),
    )}
  `.execute(db);
}
