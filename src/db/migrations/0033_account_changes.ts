import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column address text,
      add column user_agent text,
      add column last_used_at timestamptz;

    -- The hash of the password that the environment gave a super admin who has changed it since.
    alter table users add column configured_password_hash text;

    -- Requests of anybody for addresses that may belong to nobody; here for as long as it takes to look.
    create table password_reset_requests (
      id uuid primary key,
      email_encrypted bytea not null,
      created_at timestamptz not null
    );

    -- The last token that was sent to a user, and how many mails since when.
    create table password_resets (
      user_id bigint primary key,
      organization_id bigint not null,
      token_hash bytea not null,
      expires_at timestamptz not null,
      mails integer not null,
      hour_began_at timestamptz not null,
      constraint password_resets_user_fk foreign key (user_id, organization_id)
        references users (id, organization_id) on delete cascade,
      constraint password_resets_token_hash_key unique (token_hash)
    );
    create index password_resets_expiry_idx on password_resets (expires_at);

    -- Token and address are null once the change was confirmed or canceled: the mails count on.
    create table email_changes (
      user_id bigint primary key,
      organization_id bigint not null,
      email text,
      token_hash bytea,
      expires_at timestamptz not null,
      mails integer not null,
      hour_began_at timestamptz not null,
      constraint email_changes_user_fk foreign key (user_id, organization_id)
        references users (id, organization_id) on delete cascade,
      constraint email_changes_token_hash_key unique (token_hash),
      constraint email_changes_token_check check ((token_hash is null) = (email is null))
    );
    create index email_changes_expiry_idx on email_changes (expires_at)`.execute(db);
}
