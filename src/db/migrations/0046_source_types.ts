import { type Kysely, sql } from 'kysely';

/**
 * Sources and campaigns have the type of the file that was uploaded. Those before are `csv` all, and processes of 0.2.0
 * write no other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaign_sources
      drop constraint campaign_sources_source_type_check,
      add constraint campaign_sources_source_type_check check (source_type in ('csv', 'json', 'ndjson'));
    alter table campaigns
      drop constraint campaigns_source_type_check,
      add constraint campaigns_source_type_check check (source_type in ('csv', 'json', 'ndjson'));
  `.execute(db);
}
