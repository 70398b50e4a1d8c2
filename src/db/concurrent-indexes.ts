import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { ownSchema } from './own-schema.ts';

/** Indexes of large tables, by name. They are built while others write, which no transaction can do. */
export const concurrentIndexes: Readonly<Record<string, string>> = {
  // The calls to a contact of a campaign are several.
  workflow_runs_external_id_key: `create unique index concurrently workflow_runs_external_id_key
    on workflow_runs (organization_id, external_id)
    where external_id is not null and mode <> 'campaign'`,
  workflow_runs_external_id_idx: `create index concurrently workflow_runs_external_id_idx
    on workflow_runs (organization_id, external_id, created_at desc, id desc)
    where external_id is not null`,
  // Test and text runs, which are few.
  workflow_runs_mode_idx: `create index concurrently workflow_runs_mode_idx
    on workflow_runs (organization_id, mode, created_at desc, id desc) where mode in ('test', 'text')`,
  campaign_source_rows_external_id_key: `create unique index concurrently campaign_source_rows_external_id_key
    on campaign_source_rows (source_id, external_id) where external_id is not null`,
  campaign_contacts_external_id_key: `create unique index concurrently campaign_contacts_external_id_key
    on campaign_contacts (campaign_id, external_id) where external_id is not null`,
};

/** Indexes of earlier migrations that are no longer needed; they are dropped after the new ones are built. */
export const formerIndexes = [
  'workflow_runs_answered_by_idx',
  'workflow_runs_test_idx',
  'workflow_runs_text_idx',
] as const;

/**
 * Builds the indexes that are missing, and those anew whose build was interrupted, and drops the former ones. Returns the
 * names of those that it built.
 */
export async function buildIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; is_valid: boolean }>`
    select relname as name, indisvalid as is_valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = ${ownSchema}`.execute(db);
  const isValid = new Map(rows.map(({ name, is_valid }) => [name, is_valid]));
  const missing = Object.entries(concurrentIndexes).filter(([name]) => !isValid.get(name));
  for (const [name, statement] of missing) {
    await drop(db, name);
    await sql.raw(statement).execute(db);
  }
  for (const name of formerIndexes) if (isValid.has(name)) await drop(db, name);
  return missing.map(([name]) => name);
}

const drop = (db: Db, name: string) =>
  sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
