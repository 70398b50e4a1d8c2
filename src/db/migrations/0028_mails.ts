import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A mail is here until it is sent or given up. Its content has tokens and addresses, so it is encrypted.
    create table pending_mails (
      id uuid primary key,
      organization_id bigint not null references organizations,
      template text not null,
      content_encrypted bytea not null,
      attempts integer not null default 0,
      -- While a process sends it: when its lease ends.
      next_attempt_at timestamptz not null,
      created_at timestamptz not null
    );
    create index pending_mails_due_idx on pending_mails (organization_id, next_attempt_at, id);

    -- How many mails an organization has here, and when it was last its turn.
    create table mail_queues (
      organization_id bigint primary key references organizations,
      pending integer not null check (pending >= 0),
      turn_at timestamptz not null default '-infinity'
    );
    create index mail_queues_turn_idx on mail_queues (turn_at, organization_id) where pending > 0;

    create function count_pending_mail() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into mail_queues as queue (organization_id, pending) values (new.organization_id, 1)
        on conflict (organization_id) do update set pending = queue.pending + 1;
      else
        update mail_queues set pending = pending - 1 where organization_id = old.organization_id;
      end if;
      return null;
    end $$;
    create trigger pending_mail_counted after insert or delete on pending_mails
      for each row execute function count_pending_mail()`.execute(db);
}
