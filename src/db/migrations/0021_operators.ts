import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whether its members operate the service: they may change what belongs to the machine.
    alter table organizations add column is_operator boolean not null default false;
    update organizations set is_operator = true
    where id = (select organization_id from users where is_super_admin order by id limit 1);
  `.execute(db);
}
