import { type Kysely, sql } from 'kysely';

/** Rows without an external ID have no entry. Each table is read once for it; it can be read, not written, meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index workflows_external_id_key on workflows (organization_id, external_id)
      where external_id is not null;
    create unique index campaigns_external_id_key on campaigns (organization_id, external_id)
      where external_id is not null and deleted_at is null;
    create unique index approval_policies_external_id_key on approval_policies (organization_id, external_id)
      where external_id is not null;
    create unique index voice_profiles_external_id_key on voice_profiles (organization_id, external_id)
      where external_id is not null;
    create unique index scheduled_calls_external_id_key on scheduled_calls (organization_id, external_id)
      where external_id is not null and state = 'scheduled';
  `.execute(db);
}
