import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_transfers
      -- Whether the carrier finds out who answers before the two are connected.
      add column detects boolean not null default false,
      -- The carrier is to connect the two, or was told to.
      add column stage text check (stage in ('connect', 'connecting')),
      -- When the carrier gets the next command about the call to the destination; null: none.
      add column step_at timestamptz,
      add column step_tries smallint not null default 0;
    create index run_transfers_step_idx on run_transfers (step_at) where step_at is not null;
  `.execute(db);
}
