import { type Kysely, sql } from 'kysely';

/** An index that counts the generations of all profiles of an organization without reading their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index generations_profile_idx;
    create index generations_profile_idx on generations (organization_id, profile_id, id);
  `.execute(db);
}
