import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What nobody has accepted or revoked; the row goes with either, so no address stays that nobody needs.
    create table invitations (
      id bigint generated always as identity primary key,
      organization_id bigint not null references organizations,
      email text not null check (length(email) between 1 and 254),
      role text not null check (role in ('owner', 'admin', 'operator', 'editor', 'viewer')),
      token_hash bytea not null constraint invitations_token_hash_key unique,
      invited_by bigint not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      constraint invitations_inviter_fk foreign key (invited_by, organization_id)
        references users (id, organization_id)
    );
    create unique index invitations_email_key on invitations (organization_id, lower(email));
    create index invitations_organization_idx on invitations (organization_id, id desc);
    create index invitations_inviter_idx on invitations (invited_by);
    create index invitations_expiry_idx on invitations (expires_at);

    -- How many invitations an organization has sent in the hour that began with the first of them.
    create table invitation_hours (
      organization_id bigint primary key references organizations on delete cascade,
      began_at timestamptz not null,
      sent integer not null
    );

    alter table organizations
      add column member_limit integer not null default 1000 check (member_limit between 1 and 100000);

    create function count_member() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'member_limit',
        (new.id is not null and new.removed_at is null)::int - (old.id is not null and old.removed_at is null)::int);
      return null;
    end $$;
    -- Nobody signs up between the trigger and the count: it holds a lock until the commit.
    create trigger member_counted after insert or delete or update of removed_at on users
      for each row execute function count_member();

    create function count_invitation() returns trigger language plpgsql as $$
    begin
      perform add_usage(coalesce(new.organization_id, old.organization_id), 'member_limit',
        (new.id is not null)::int - (old.id is not null)::int);
      return null;
    end $$;
    create trigger invitation_counted after insert or delete on invitations
      for each row execute function count_invitation();

    insert into organization_usage
    select organization_id, 'member_limit', count(*) from users where removed_at is null group by 1`.execute(
    db,
  );
}
