import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** Indexes of large tables, by name. They are built while others write, which no transaction can do. */
export const concurrentIndexes: Readonly<Record<string, string>> = {
  // The calls to a contact of a campaign are several.
  workflow_runs_external_id_key: `create unique index concurrently workflow_runs_external_id_key
    on workflow_runs (organization_id, external_id)
    where external_id is not null and mode <> 'campaign'`,
  workflow_runs_external_id_idx: `create index concurrently workflow_runs_external_id_idx
    on workflow_runs (organization_id, external_id, created_at desc, id desc)
    where external_id is not null`,
  campaign_source_rows_external_id_key: `create unique index concurrently campaign_source_rows_external_id_key
    on campaign_source_rows (source_id, external_id) where external_id is not null`,
  campaign_contacts_external_id_key: `create unique index concurrently campaign_contacts_external_id_key
    on campaign_contacts (campaign_id, external_id) where external_id is not null`,
};

/** Builds the indexes that are missing, and those anew whose build was interrupted. Returns their names. */
export async function buildIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and relnamespace = 'public'::regnamespace`.execute(db);
  const valid = new Set(rows.map(({ name }) => name));
  const missing = Object.entries(concurrentIndexes).filter(([name]) => !valid.has(name));
  for (const [name, statement] of missing) {
    await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
    await sql.raw(statement).execute(db);
  }
  return missing.map(([name]) => name);
}
