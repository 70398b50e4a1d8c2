import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table catalog_entries (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('token_pack', 'subscription', 'addon')),
      key text not null check (length(key) between 1 and 100),
      name text not null check (length(name) between 1 and 100),
      tokens bigint not null check (tokens between 0 and 9007199254740991),
      active boolean not null default true,
      sort_order integer not null default 0,
      payments_price_id text check (length(payments_price_id) between 1 and 255),
      revision bigint not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint catalog_entries_kind_key_key unique (kind, key)
    );

    -- Prices have at most 15 digits, which a JSON number represents exactly.
    create table knowledge_base_pricing (
      singleton boolean primary key default true check (singleton),
      embedding_usd_per_1m_tokens numeric(18, 6) not null
        check (embedding_usd_per_1m_tokens between 0 and 999999999.999999),
      storage_usd_per_mb_month numeric(18, 6) not null
        check (storage_usd_per_mb_month between 0 and 999999999.999999),
      updated_at timestamptz
    );
    insert into knowledge_base_pricing (embedding_usd_per_1m_tokens, storage_usd_per_mb_month) values (0.02, 0.01);
  `.execute(db);
}
