import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whom a transfer was requested for, and who is rung after it. Transfers are few.
    alter table run_transfers
      -- Who answers for it; both null: nobody requested the call either.
      add column user_id bigint,
      add column api_key_id bigint,
      -- Null: the destination.
      add column requested_destination text check (length(requested_destination) <= 64),
      -- The destination that is rung if this one connects nobody; null: none.
      add column fallback text check (length(fallback) <= 64),
      -- Which in the row of destinations that ring one after another.
      add column ring_number smallint not null default 1,
      -- Since when the fallback is to be rung; null: it is not, or the transfer that rings it exists.
      add column fallback_at timestamptz,
      -- The transfer that rings it, of the same call.
      add column fallback_id bigint,
      add column fallback_refusal text check (length(fallback_refusal) <= 64),
      drop constraint run_transfers_warm_check,
      -- The fallback hears the same briefing.
      add constraint run_transfers_warm_check check (
        (briefing is not null) = (kind = 'warm' and (ended_at is null or fallback_at is not null))
        and (briefing is null) = (briefing_language is null)
      ),
      add constraint run_transfers_user_fk foreign key (user_id, organization_id)
        references users (id, organization_id),
      add constraint run_transfers_key_fk foreign key (api_key_id, organization_id)
        references api_keys (id, organization_id);
    create index run_transfers_fallback_idx on run_transfers (fallback_at) where fallback_at is not null;
  `.execute(db);
}
