import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- When an owner deleted the organization: its rows go 30 days later.
    alter table organizations add column deleted_at timestamptz;
    -- When their removal was last taken up: nothing can be restored from then on.
    alter table organizations add column purged_at timestamptz;
    create index organizations_deleted_idx on organizations (deleted_at) where deleted_at is not null;
  `.execute(db);
}
