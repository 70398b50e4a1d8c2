import { type Kysely, sql } from 'kysely';

/**
 * How far a started campaign has copied its source. Null: whole, as with campaigns that processes of 0.2.0 start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaigns
      add column copied_to_row integer,
      add column uncopied_rows integer`.execute(db);
  await sql`create index campaigns_copying_idx on campaigns (id) where copied_to_row is not null`.execute(
    db,
  );
}
