import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whether the demo created its users and keys: they are refused if the demo does not run.
    alter table organizations add column is_demo boolean not null default false;
    update organizations set is_demo = true
    where name = 'Demo Organization' and (
      select count(*) from users
      where organization_id = organizations.id and email in ('demo@example.com', 'admin@example.com')
    ) = 2;
  `.execute(db);
}
