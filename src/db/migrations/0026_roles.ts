import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Every user so far is alone in an organization, so every one is its owner, and so is whoever signs up at a process of
    -- 0.1.0, which names no role.
    alter table users
      add column role text not null default 'owner'
        constraint users_role_check check (role in ('owner', 'admin', 'operator', 'editor', 'viewer')),
      -- Who was removed keeps the row, which others refer to, and neither an address nor a password.
      add column removed_at timestamptz,
      alter column email drop not null,
      add constraint users_removed_check check ((removed_at is null) = (email is not null))`.execute(
    db,
  );
}
