import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organizations (
      id bigint generated always as identity primary key,
      name text not null check (length(name) between 1 and 254),
      concurrent_call_limit integer not null default 20 check (concurrent_call_limit between 1 and 100000),
      -- Percent of the limit.
      reserved_for_single_calls integer not null default 10 check (reserved_for_single_calls between 0 and 90),
      created_at timestamptz not null
    );

    create table users (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      email text not null,
      password_hash text not null,
      is_super_admin boolean not null default false,
      created_at timestamptz not null,
      constraint users_tenant_key unique (id, organization_id)
    );
    create unique index users_email_key on users (lower(email));
    create index users_organization_idx on users (organization_id);

    create table sessions (
      id bigint generated always as identity primary key,
      organization_id bigint not null,
      user_id bigint not null,
      token_hash bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > created_at),
      constraint sessions_user_fk foreign key (user_id, organization_id)
        references users (id, organization_id) on delete cascade,
      constraint sessions_token_hash_key unique (token_hash)
    );
    create index sessions_user_idx on sessions (user_id);

    create table api_keys (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      name text not null check (length(name) between 1 and 100),
      prefix text not null check (length(prefix) = 12),
      key_hash bytea not null,
      connector_name text,
      created_by bigint,
      created_at timestamptz not null,
      archived_at timestamptz,
      last_used_at timestamptz,
      constraint api_keys_creator_fk foreign key (created_by, organization_id) references users (id, organization_id),
      constraint api_keys_tenant_key unique (id, organization_id),
      constraint api_keys_key_hash_key unique (key_hash)
    );
    create index api_keys_organization_idx on api_keys (organization_id, id desc);
  `.execute(db);
}
