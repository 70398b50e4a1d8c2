import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whose users and keys the demo made: they are refused where no demo runs.
    alter table organizations add column is_demo boolean not null default false;
    update organizations set is_demo = true
    where name = 'Demo Organization' and (
      select count(*) from users
      where organization_id = organizations.id and email in ('demo@example.com', 'admin@example.com')
    ) = 2;
  `.execute(db);
}
