import { type Kysely, sql } from 'kysely';

/** The scheduled calls of an organization that are due are looked for whenever it has a slot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index scheduled_calls_organization_due_idx on scheduled_calls (organization_id, due_at, id)
      where due_at is not null;
  `.execute(db);
}
