import { sql, type Transaction } from 'kysely';
import type { PendingEvents } from '../../../generated/database.ts';
import { contractVersion } from '../../../generated/version.ts';
import { anyOf } from '../../db/any-of.ts';
import type { Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { isOf } from './record-queries.ts';
import { subjectOf } from './rules.ts';
import {
  type EventRow,
  isFree,
  joined,
  type TakenDelivery,
  type TakenRow,
  type Taking,
} from './take-queries.ts';

/** A pending event, by its number. */
export interface Composed {
  readonly number: number;
  readonly organization_id: number;
  readonly event: PendingEvents['event'];
  /** That of the run, or the one that the event is about. */
  readonly campaign_id: number | null;
  /** Null if it was written with the event. */
  readonly body: string | null;
}

interface About {
  readonly organization_id: number;
  readonly run_id: number | null;
  readonly campaign_id: number | null;
}

/**
 * Of the subjects of these events, those of which another transaction has locked an unsettled delivery. Locks the
 * others', so that none is settled before the delivery that waits for it exists.
 */
export async function lockEarlier(
  trx: Transaction<Database>,
  events: readonly About[],
): Promise<ReadonlySet<number>> {
  const subjects = events.flatMap((event) => {
    const subject = subjectOf(event);
    return subject === undefined ? [] : [{ organization_id: event.organization_id, subject }];
  });
  if (subjects.length === 0) return new Set();
  const { rows } = await sql<{ subject: number }>`
    with about as (
      select distinct organization_id, subject
      from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb) as about(organization_id bigint, subject bigint)
    ), locked as (
      select about.subject from about cross join lateral (
        select from pending_deliveries as earlier where ${isAbout} and ${isOfOthers} for share skip locked
      ) as earlier
    )
    select subject from about
    where (select count(*) from pending_deliveries as earlier where ${isAbout} and ${isOfOthers})
      > (select count(*) from locked where locked.subject = about.subject)`.execute(trx);
  return new Set(rows.map(({ subject }) => subject));
}

/** As in `isOf`, the subject alone finds it. */
const isAbout = sql`earlier.subject = about.subject
  and earlier.organization_id is not distinct from about.organization_id`;

/** What this transaction has added is seen by nobody who could settle it. */
const isOfOthers = sql`earlier.xmin <> pg_current_xact_id()::xid`;

/** The beginning of an event as it is sent; its content follows. */
const envelope = sql`'{"id":"msg_' || replace(id::text, '-', '') || '","type":"' || event || '","sequence":' || position
  || ',"created_at":"' || to_char(composed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","contract_version":"' || ${contractVersion}::text || '",'`;

/** What follows the envelope: a body without its opening brace and without the `event` that pending ones begin with. */
const content = sql`regexp_replace(body, '^[{]("event":"[a-z_]+",)?', '')`;

/**
 * Turns pending events into composed ones with the next positions of their organizations, which are locked, each with a
 * delivery to the subscribed endpoints. The positions are in the order in which the events were
 * written, whatever the clocks of those who wrote them show. A second event of a kind of the end of a run is dropped. Of
 * the deliveries that do not wait, the portions of the endpoints are taken at once and returned.
 */
export async function insertComposed(
  trx: Transaction<Database>,
  composed: readonly Composed[],
  taking: Taking,
): Promise<TakenDelivery[]> {
  const events = await insertEvents(trx, composed, taking);
  if (events.length === 0) return [];
  const rows = await insertDeliveries(trx, events, taking);
  const bodies = events.flatMap(({ body, ...event }) =>
    body === null ? [] : [{ ...event, body }],
  );
  return joined(rows, bodies);
}

interface InsertedEvent extends Omit<EventRow, 'body'> {
  readonly run_id: number | null;
  readonly campaign_id: number | null;
  readonly event: PendingEvents['event'];
  readonly created_at: Timestamp;
  readonly bytes: number;
  /** Null if no delivery may be taken. */
  readonly body: string | null;
}

async function insertEvents(
  trx: Transaction<Database>,
  composed: readonly Composed[],
  { now, portions }: Taking,
): Promise<InsertedEvent[]> {
  const { rows } = await sql<InsertedEvent>`
    with taken as (
      delete from pending_events as pending
      using jsonb_to_recordset(${JSON.stringify(composed)}::jsonb)
        as made(number bigint, campaign_id bigint, body text)
      where pending.number = made.number
      returning pending.number, pending.organization_id, pending.run_id, made.campaign_id, pending.event, pending.id,
        coalesce(pending.body, made.body) as body, pending.traceparent, pending.created_at
    ), counted as (
      update event_positions as positions
      set last_position = last_position + added.events, composed_at = greatest(composed_at, ${now}::timestamptz)
      from (select organization_id, count(*) as events from taken group by organization_id) as added
      where positions.organization_id = added.organization_id
      returning positions.organization_id, last_position - added.events as before, composed_at
    ), placed as (
      select taken.*, composed_at, before + row_number() over (partition by organization_id order by number) as position
      from taken left join counted using (organization_id)
    )
    insert into webhook_events
      (organization_id, position, run_id, campaign_id, event, id, body, traceparent, created_at, composed_at)
    select organization_id, position, run_id, campaign_id, event, id, ${envelope} || ${content}, traceparent,
      created_at, composed_at
    from placed
    on conflict (organization_id, run_id, event, created_at) where run_id is not null do nothing
    returning organization_id, position, run_id, campaign_id, event, id as event_id, traceparent, created_at,
      octet_length(body) as bytes, ${portions.length > 0 ? sql`body` : sql`null as body`}`.execute(
    trx,
  );
  return rows;
}

/**
 * An endpoint that is being deleted gets no delivery. Other events do not wait for the deletion: only the deletion of an
 * endpoint conflicts with its key lock. A delivery waits if an earlier one of its subject, which is locked, is not yet
 * settled at the endpoint. None is taken where others are due.
 */
async function insertDeliveries(
  trx: Transaction<Database>,
  events: readonly InsertedEvent[],
  { now, until, lease, portions }: Taking,
): Promise<TakenRow[]> {
  const organizations = [...new Set(events.map(({ organization_id }) => organization_id))];
  const kinds = [...new Set(events.map(({ event }) => event))];
  const made = JSON.stringify(events.map((event) => ({ ...event, body: undefined })));
  const { rows } = await sql<TakenRow & { readonly lease: string | null }>`
    with delivery as (
      with endpoint as materialized (
        select organization_id, id, events from webhook_endpoints
        where organization_id = ${anyOf(organizations)} and status = 'enabled' and events && (select ${kinds}::text[])
        order by organization_id, id
        for key share skip locked
      ), target as (
        select made.*, endpoint.id as endpoint_id
        from jsonb_to_recordset(${made}::jsonb) as made(organization_id bigint, position bigint, event_id uuid,
          run_id bigint, campaign_id bigint, event text, created_at timestamptz)
        join endpoint on endpoint.organization_id = made.organization_id and made.event = any(endpoint.events)
      )
      insert into webhook_deliveries
        (organization_id, endpoint_id, event_id, position, run_id, campaign_id, event, event_created_at, created_at)
      select organization_id, endpoint_id, event_id, position, run_id, campaign_id, event, created_at, ${now}
      from target order by organization_id, position, endpoint_id
      returning *
    ), sent as (
      select delivery.*, coalesce(run_id, -campaign_id) as subject, bytes
      from delivery
      join jsonb_to_recordset(${made}::jsonb) as made(organization_id bigint, position bigint, bytes integer)
        using (organization_id, position)
    ), portion as materialized (
      -- Asked once for each endpoint: with a backlog the index begins with entries of deliveries that were taken.
      select endpoint_id, count from jsonb_to_recordset(${JSON.stringify(portions)}::jsonb)
        as portion(organization_id bigint, endpoint_id bigint, count integer)
      where ${isFree(sql.ref('portion'), now)}
    ), placed as (
      select sent.*, subject is null or not exists (
        select from pending_deliveries as earlier
        where ${isOf('earlier', 'sent')}
      ) and row_number() over (partition by organization_id, subject, endpoint_id order by position) = 1 as is_next
      from sent
    ), leased as (
      select placed.*, is_next and coalesce(
        row_number() over (partition by endpoint_id, is_next order by position) <= portion.count, false
      ) as is_taken
      from placed left join portion using (endpoint_id)
    )
    insert into pending_deliveries (delivery_id, organization_id, endpoint_id, position, subject, event,
      event_created_at, bytes, next_attempt_at, lease)
    select id, organization_id, endpoint_id, position, subject, event, event_created_at, bytes,
      case when is_taken then ${until}::timestamptz when is_next then ${now}::timestamptz end,
      case when is_taken then ${lease}::uuid end
    from leased order by id
    ${portions.length > 0 ? returningTaken : sql``}`.execute(trx);
  return rows.filter((row) => row.lease !== null).toSorted((one, other) => one.id - other.id);
}

const returningTaken = sql`returning delivery_id as id, organization_id, endpoint_id, position, event, event_created_at,
  lease`;
