import { type Kysely, sql } from 'kysely';

/** Lets the generations of all profiles of an organization be counted without reading the generations themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index generations_profile_idx;
    create index generations_profile_idx on generations (organization_id, profile_id);
  `.execute(db);
}
