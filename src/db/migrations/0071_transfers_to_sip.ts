import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The SIP URI of the destination, whose phone number is then the one in it. Null: none, or it was erased.
    alter table run_transfers add column sip_uri text check (length(sip_uri) <= 254)`.execute(db);
}
