import { sql } from 'kysely';
import type { WebhookDeliveries } from '../../../generated/database.ts';
import type { Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import { type Attempt, keptAttempts } from './record-queries.ts';

const columns = [
  'delivery.id',
  'delivery.organization_id',
  'delivery.endpoint_id',
  'delivery.event_id',
  'delivery.event',
  'delivery.event_created_at',
  'delivery.position',
  'delivery.run_id',
  'delivery.campaign_id',
  'delivery.state',
  'delivery.attempt_count',
  'delivery.last_status',
  'pending.next_attempt_at',
  'delivery.created_at',
  'delivery.settled_at',
] as const;

const deliveriesOf = (db: Db, organizationId: number) =>
  db
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('pending_deliveries as pending', 'pending.delivery_id', 'delivery.id')
    .select(columns)
    .where('delivery.organization_id', '=', organizationId);

interface DeliveryFilter extends PageQuery {
  readonly endpoint_id?: number;
  readonly event_type?: WebhookDeliveries['event'];
  readonly event_sequence?: number;
  readonly status?: 'pending' | 'delivered' | 'failed';
  readonly run_id?: number;
}

export function list(db: Db, organizationId: number, query: DeliveryFilter) {
  const { endpoint_id, event_type, event_sequence, status, run_id } = query;
  return deliveriesOf(db, organizationId)
    .$if(endpoint_id !== undefined, (rows) => rows.where('delivery.endpoint_id', '=', endpoint_id!))
    .$if(event_type !== undefined, (rows) => rows.where('delivery.event', '=', event_type!))
    .$if(event_sequence !== undefined, (rows) =>
      rows.where('delivery.position', '=', event_sequence!),
    )
    .$if(status !== undefined, (rows) => rows.where('delivery.state', '=', status!))
    .$if(run_id !== undefined, (rows) =>
      rows.where('delivery.position', 'in', positionsOf(db, organizationId, run_id!)),
    )
    .$call(newestFirst(query, { column: 'delivery.id' }))
    .execute();
}

/** The events of a run: deliveries are found by those. */
const positionsOf = (db: Db, organizationId: number, runId: number) =>
  db
    .selectFrom('webhook_events')
    .select('position')
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId);

/** Looks into every month: an id does not tell when the event was. */
export const get = (db: Db, organizationId: number, id: number) =>
  deliveriesOf(db, organizationId)
    .where('delivery.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Webhook delivery', 'delivery_id'));

export const bodyOf = (db: Db, { organization_id, position, event_created_at }: DeliveryRow) =>
  db
    .selectFrom('webhook_events')
    .select('body')
    .where('organization_id', '=', organization_id)
    .where('position', '=', position)
    .where('created_at', '=', event_created_at)
    .executeTakeFirstOrThrow();

/** The stored attempts, oldest first. A first one that succeeded is stored with the delivery. */
export async function listAttempts(db: Db, { organization_id, id, event_created_at }: DeliveryRow) {
  const { rows } = await sql<Omit<Attempt, 'delivery_id'>>`
    select 1 as number, first_attempt_at as at, first_status as status, first_duration_ms as duration_ms,
      first_answer as answer, null as error
    from webhook_deliveries
    where organization_id = ${organization_id} and id = ${id} and event_created_at = ${event_created_at}
      and first_attempt_at is not null and attempt_count <= ${keptAttempts}::integer
    union all
    select number, at, status, duration_ms, answer, error from webhook_attempts
    where organization_id = ${organization_id} and delivery_id = ${id} and event_created_at = ${event_created_at}
    order by number`.execute(db);
  return rows;
}

export type DeliveryRow = Awaited<ReturnType<typeof get>>;
