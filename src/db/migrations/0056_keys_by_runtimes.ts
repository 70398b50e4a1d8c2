import { type Kysely, sql } from 'kysely';

/** Runtimes at a relay send keys, which they get as they get instructions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_instructions
      -- Of the request that the keys are of; null: an instruction in words.
      add column command_hash text,
      -- The keys, sealed, while the request waits for the runtime.
      add column digits_encrypted bytea,
      drop constraint run_instructions_author_check,
      -- The token of the run requests keys too, and has no id.
      add constraint run_instructions_author_check
        check ((user_id is null) <> (api_key_id is null) or (command_hash is not null and user_id is null)) not valid,
      add constraint run_instructions_digits_check check (digits_encrypted is null or command_hash is not null) not valid;
  `.execute(db);
}
