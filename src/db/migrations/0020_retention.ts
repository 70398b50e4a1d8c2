import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- How far the sweep that removes the content of old runs has come: all runs up to this id have none.
    create table run_retention (
      singleton boolean primary key default true check (singleton),
      stripped_up_to bigint not null
    );
    insert into run_retention (stripped_up_to) values (0);
  `.execute(db);
}
