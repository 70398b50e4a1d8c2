import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The functions that agents may call; the name is that of the function.
    create table tools (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations on delete cascade,
      name text not null check (length(name) between 1 and 64),
      description text not null check (length(description) <= 1024),
      kind text not null check (kind in ('http')),
      method text not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
      url_template text not null check (length(url_template) <= 2048),
      headers jsonb not null default '[]',
      -- As they are checked: with references written out.
      arguments_schema jsonb not null,
      result_schema jsonb,
      timeout_ms integer not null default 5000 check (timeout_ms between 500 and 20000),
      is_write boolean not null default true,
      secret_header text not null default 'Authorization' check (length(secret_header) <= 64),
      -- Null: the tool has none.
      secret_encrypted bytea,
      revision bigint not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint tools_tenant_key unique (id, organization_id),
      constraint tools_name_key unique (organization_id, name)
    );
    create index tools_organization_idx on tools (organization_id, id desc);
  `.execute(db);
}
