import type { WebhookDeliveries } from '../../../generated/database.ts';
import type { Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';

export const columns = [
  'id',
  'endpoint_id',
  'event_id',
  'event',
  'run_id',
  'state',
  'attempt_count',
  'last_status',
  'next_attempt_at',
  'created_at',
  'settled_at',
] as const;

interface DeliveryFilter extends PageQuery {
  readonly endpoint_id?: number;
  readonly event?: WebhookDeliveries['event'];
  readonly state?: 'pending' | 'delivered' | 'failed';
  readonly run_id?: number;
}

export function list(db: Db, organizationId: number, query: DeliveryFilter) {
  const { endpoint_id, event, state, run_id } = query;
  return db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .$if(endpoint_id !== undefined, (rows) => rows.where('endpoint_id', '=', endpoint_id!))
    .$if(event !== undefined, (rows) => rows.where('event', '=', event!))
    .$if(state !== undefined, (rows) => rows.where('state', '=', state!))
    .$if(run_id !== undefined, (rows) => rows.where('run_id', '=', run_id!))
    .$call(newestFirst(query))
    .execute();
}

export const get = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Webhook delivery', 'delivery_id'));

export const bodyOf = (db: Db, eventId: string) =>
  db
    .selectFrom('webhook_events')
    .select('body')
    .where('id', '=', eventId)
    .$narrowType<{ body: string }>()
    .executeTakeFirstOrThrow();

/** The stored attempts, oldest first. */
export const listAttempts = (db: Db, deliveryId: number) =>
  db
    .selectFrom('webhook_attempts')
    .select(['number', 'at', 'status', 'duration_ms', 'answer', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute();

export type DeliveryRow = Awaited<ReturnType<typeof get>>;
