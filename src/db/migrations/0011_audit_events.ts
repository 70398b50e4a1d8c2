import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An event outlives its subject and its actor, so it refers to them without foreign keys.
    create table audit_events (
      id bigint generated always as identity,
      created_at timestamptz not null,
      organization_id bigint,
      actor_kind text not null check (actor_kind in ('user', 'api_key', 'system')),
      actor_id bigint,
      action text not null check (action ~ '^[a-z_]+[.][a-z_]+$'),
      subject_type text not null generated always as (split_part(action, '.', 1)) stored,
      subject_id text not null,
      before jsonb check (jsonb_typeof(before) = 'object'),
      after jsonb check (jsonb_typeof(after) = 'object'),
      request_id text,
      constraint audit_events_actor_check check ((actor_kind = 'system') = (actor_id is null)),
      constraint audit_events_change_check check (before is not null or after is not null),
      primary key (id, created_at)
    ) partition by range (created_at);
    create index audit_events_subject_idx on audit_events (subject_type, subject_id, id);
    create index audit_events_action_idx on audit_events (action, id);
    create index audit_events_organization_idx on audit_events (organization_id, id);
    create index audit_events_user_idx on audit_events (actor_id, id) where actor_kind = 'user';
    create index audit_events_time_idx on audit_events using brin (created_at);

    -- What has no month yet.
    create table audit_events_default partition of audit_events default;

    create function refuse_rewriting() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
    end
    $$;
    create trigger audit_events_append_only before update or delete or truncate on audit_events
      for each statement execute function refuse_rewriting();
    -- Also fires in replication sessions.
    alter table audit_events enable always trigger audit_events_append_only;
    -- For statements that name the partition.
    create trigger audit_events_append_only before update or delete or truncate on audit_events_default
      for each statement execute function refuse_rewriting();
    alter table audit_events_default enable always trigger audit_events_append_only;
  `.execute(db);
}
