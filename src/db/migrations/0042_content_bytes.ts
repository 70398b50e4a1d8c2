import { type Kysely, sql } from 'kysely';

/** Tables in which clients store what they like, with the columns that hold it. */
const contents = {
  workflow_definitions: ['workflow_definition'],
  workflows: ['template_context_variables', 'workflow_configurations'],
  workflow_runs: ['initial_context', 'gathered_context', 'transcript', 'analysis', 'usage'],
  workflow_test_cases: ['initial_context', 'turns'],
  scheduled_calls: ['initial_context'],
  campaign_contacts: ['initial_context'],
  generations: ['text', 'instruct'],
  idempotent_answers: ['answer_encrypted'],
} as const;

/** The bytes of a row as text. Runs have theirs stored. */
function bytesOf(table: string, columns: readonly string[], row: string): string {
  if (table === 'workflow_runs') return `${row}.content_bytes`;
  const text = table === 'idempotent_answers' ? '' : '::text';
  return columns.map((column) => `coalesce(octet_length(${row}.${column}${text}), 0)`).join(' + ');
}

const countingOf = (table: string, columns: readonly string[]): string => `
  create function count_content_of_${table}() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      insert into content_changes (organization_id, bytes)
      select new.organization_id, ${bytesOf(table, columns, 'new')} - (${bytesOf(table, columns, 'old')});
    else
      insert into content_changes (organization_id, bytes)
      select organization_id, sum(case tg_op when 'INSERT' then 1 else -1 end * (${bytesOf(table, columns, 'changed')}))
      from changed group by organization_id;
    end if;
    return null;
  end $$;
  create trigger content_inserted after insert on ${table} referencing new table as changed
    for each statement execute function count_content_of_${table}();
  create trigger content_deleted after delete on ${table} referencing old table as changed
    for each statement execute function count_content_of_${table}();
  -- Only updates that name these columns pay for it.
  create trigger content_updated after update of ${columns.join(', ')} on ${table} for each row
    when (${
      table === 'workflow_runs'
        ? 'old.content_bytes <> new.content_bytes'
        : columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
    }) execute function count_content_of_${table}();`;

export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = Object.entries(contents);
  await sql`
    alter table organizations add column content_bytes_limit bigint not null default 5368709120
      check (content_bytes_limit between 0 and 1125899906842624);

    -- What is not added to the organization's usage yet: rows are only inserted, so that nobody who stores something waits
    -- for another. A sweep adds them.
    create table content_changes (
      organization_id bigint not null references organizations on delete cascade,
      id bigint not null generated always as identity,
      bytes bigint not null,
      primary key (organization_id, id)
    ) with (
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
      autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
    );

    -- What is counted, as it is stored. Organizations that exist have no usage yet: a sweep counts them once.
    create view stored_contents as
    ${sql.raw(
      tables
        .map(
          ([table, columns]) =>
            `select organization_id, ${bytesOf(table, columns, table)} as bytes from ${table}`,
        )
        .join('\n    union all '),
    )};

    create function begin_content_usage() returns trigger language plpgsql as $$
    begin
      insert into organization_usage (organization_id, quota, used) values (new.id, 'content_bytes_limit', 0);
      return null;
    end $$;
    create trigger content_usage_begun after insert on organizations
      for each row execute function begin_content_usage();
    ${sql.raw(tables.map(([table, columns]) => countingOf(table, columns)).join('\n'))}
  `.execute(db);
}
