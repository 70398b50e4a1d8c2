import { type Kysely, sql } from 'kysely';

/**
 * Deliveries are compared with their events and endpoints once for each statement: foreign keys did it for each row, which
 * took a third of the time of the statement that composes. A row that is compared is locked as a foreign key locks it, so
 * nobody removes it before the commit. Whoever removes it removes its deliveries. A partition has the triggers of its
 * table, for statements on the partition itself. No statement of a trigger reads the rows of its statement and another
 * table at once, which Citus cannot run.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A plan is made once in a session, whatever the size of the tables, and finds each row by its key.
  const byKey = sql`language plpgsql
    set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set jit = off`;
  await sql`
    -- Events of transfers are about a run, and written with their body: several of a kind in one call.
    alter table pending_events
      drop constraint pending_events_subject_check,
      drop constraint pending_events_body_check,
      add constraint pending_events_subject_check check (run_id is null or campaign_id is null or body is not null),
      add constraint pending_events_body_check check (run_id is not null or body is not null);
    drop index pending_events_run_key;
    create unique index pending_events_run_key
      on pending_events (run_id, event, (case when body is null then 0 else number end)) where run_id is not null;
    alter table webhook_endpoints
      drop constraint webhook_endpoints_events_check,
      add constraint webhook_endpoints_events_check check (cardinality(events) > 0 and events <@ array[
        'call_queued', 'call_ringing', 'call_answered', 'call_ended', 'call_analyzed',
        'transfer_requested', 'transfer_ringing', 'transfer_briefing', 'transfer_bridged', 'transfer_failed',
        'transfer_canceled',
        'campaign_started', 'campaign_paused', 'campaign_resumed', 'campaign_completed', 'campaign_canceled',
        'tool_approval_requested', 'approval_policy_exhausted', 'webhook_endpoint_disabled'
      ]);
    -- The first attempt of a delivery is written with the delivery if it succeeded and the answer is short. Processes of
    -- 0.2.0 go on writing every attempt as a row of its own, and show only those.
    alter table webhook_deliveries
      add column first_attempt_at timestamptz,
      add column first_status integer,
      add column first_duration_ms integer,
      add column first_answer text;

    create function refuse_deliveries_without_event() returns trigger ${byKey} as $$
    declare
      owners bigint[];
      positions bigint[];
      moments timestamptz[];
      first timestamptz;
      last timestamptz;
    begin
      select array_agg(organization_id), array_agg(position), array_agg(event_created_at), min(event_created_at),
        max(event_created_at)
      into owners, positions, moments, first, last
      from (select distinct organization_id, position, event_created_at from added) as added;
      -- Nobody else sees the events of this transaction, which are nearly all. The others are locked.
      if exists (
        select from unnest(owners, positions, moments) as added (organization_id, position, event_created_at)
        where (
          select event.xmin from webhook_events as event
          where event.organization_id = added.organization_id and event.position = added.position
            and event.created_at = added.event_created_at and event.created_at between first and last
        ) is distinct from pg_current_xact_id()::xid
      ) and exists (
        select from unnest(owners, positions, moments) as added (organization_id, position, event_created_at)
        left join lateral (
          select event.id from webhook_events as event
          where event.organization_id = added.organization_id and event.position = added.position
            and event.created_at = added.event_created_at and event.created_at between first and last
          for key share
        ) as event on true
        having not bool_and(event.id is not null)
      ) then
        raise exception '% has rows without an event of their organization', tg_table_name
          using errcode = 'foreign_key_violation', constraint = tg_table_name || '_event_fk';
      end if;
      return null;
    end $$;

    create function refuse_deliveries_without_endpoint() returns trigger ${byKey} as $$
    declare
      one record;
    begin
      for one in select distinct organization_id, endpoint_id from added loop
        perform from webhook_endpoints
        where id = one.endpoint_id and organization_id = one.organization_id
        for key share;
        if not found then
          raise exception '% has rows without an endpoint of their organization', tg_table_name
            using errcode = 'foreign_key_violation', constraint = tg_table_name || '_endpoint_fk';
        end if;
      end loop;
      return null;
    end $$;

    create function remove_deliveries_of_events() returns trigger ${byKey} as $$
    declare
      of_one record;
    begin
      for of_one in
        select organization_id, array_agg(position) as positions, min(created_at) as first, max(created_at) as last
        from removed group by organization_id
      loop
        delete from webhook_deliveries
        where organization_id = of_one.organization_id and position = any(of_one.positions)
          and event_created_at between of_one.first and of_one.last;
      end loop;
      return null;
    end $$;

    create function remove_deliveries_of_endpoints() returns trigger ${byKey} as $$
    declare
      endpoint record;
    begin
      for endpoint in select organization_id, id from removed loop
        delete from pending_deliveries
        where organization_id = endpoint.organization_id and endpoint_id = endpoint.id;
        delete from webhook_deliveries
        where organization_id = endpoint.organization_id and endpoint_id = endpoint.id;
      end loop;
      return null;
    end $$;

    create function refuse_other_keys() returns trigger language plpgsql as $$
    begin
      raise exception '%: % is refused, as rows of other tables are tied to its keys', tg_table_name, tg_op
        using errcode = 'restrict_violation';
    end $$;

    do $$
    declare
      part regclass;
      key name;
    begin
      for part in select relid from pg_partition_tree('webhook_events') loop
        execute format('create trigger webhook_events_removed after delete on %s referencing old table as removed
          for each statement execute function remove_deliveries_of_events()', part);
        execute format('create trigger webhook_events_keys
          before truncate or update of organization_id, position, created_at on %s
          for each statement execute function refuse_other_keys()', part);
      end loop;
      for part in select relid from pg_partition_tree('webhook_deliveries') loop
        execute format('create trigger webhook_deliveries_event after insert on %s referencing new table as added
          for each statement execute function refuse_deliveries_without_event()', part);
        execute format('create trigger webhook_deliveries_endpoint after insert on %s referencing new table as added
          for each statement execute function refuse_deliveries_without_endpoint()', part);
        execute format('create trigger webhook_deliveries_keys
          before update of organization_id, endpoint_id, position, event_created_at on %s
          for each statement execute function refuse_other_keys()', part);
      end loop;
      for part, key in
        select conrelid, conname from pg_constraint
        where connamespace = current_schema()::regnamespace and contype = 'f' and conname ~ '^webhook_deliveries_.*_event_fk$'
      loop
        execute format('alter table %s drop constraint %I', part, key);
      end loop;
    end $$;

    create trigger webhook_endpoints_removed after delete on webhook_endpoints referencing old table as removed
      for each statement execute function remove_deliveries_of_endpoints();
    create trigger webhook_endpoints_keys before truncate or update of id, organization_id on webhook_endpoints
      for each statement execute function refuse_other_keys();
    create trigger pending_deliveries_endpoint after insert on pending_deliveries referencing new table as added
      for each statement execute function refuse_deliveries_without_endpoint();
    create trigger pending_deliveries_keys before update of organization_id, endpoint_id on pending_deliveries
      for each statement execute function refuse_other_keys();
    alter table pending_deliveries drop constraint pending_deliveries_endpoint_fk;
    alter table webhook_deliveries drop constraint webhook_deliveries_endpoint_fk;

    create or replace function chosen_events(tenant bigint, recorded text[]) returns text[] language plpgsql as $$
    begin
      return array(
        select event from unnest(recorded) as event
        union
        select event from webhook_endpoints, unnest(events) as event
        where organization_id = tenant and status = 'enabled'
          and event in ('call_queued', 'call_ringing', 'call_answered')
        order by event
      );
    end $$;
    -- What is chosen is read once the choice is locked, and before the update: Citus refuses an update that calls a volatile
    -- function.
    create or replace function choose_events() returns trigger language plpgsql as $$
    declare
      tenant bigint := coalesce(new.organization_id, old.organization_id);
      own text[];
      every text[];
    begin
      select recorded into own from event_choices where organization_id = tenant for no key update;
      every := chosen_events(tenant, own);
      update event_choices set chosen = every where organization_id = tenant;
      return null;
    end $$;
  `.execute(db);
}
