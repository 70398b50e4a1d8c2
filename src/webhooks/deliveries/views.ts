import type { components } from '../../../generated/api.ts';
import { type Revised, revisedBy } from '../../http/etag.ts';
import type { DeliveryRow } from './queries.ts';
import type { Attempt } from './record-queries.ts';
import { webhookId } from './rules.ts';

type Schemas = components['schemas'];

export const webhookDelivery = (row: DeliveryRow): Schemas['WebhookDelivery'] => ({
  id: row.id,
  endpoint_id: row.endpoint_id,
  event_id: webhookId(row.event_id),
  event_type: row.event,
  run_id: row.run_id,
  campaign_id: row.campaign_id,
  status: row.state,
  attempt_count: row.attempt_count,
  last_status: row.last_status,
  next_attempt_at: row.next_attempt_at,
  created_at: row.created_at,
  settled_at: row.settled_at,
});

export const webhookDeliveryDetail = (
  row: DeliveryRow,
  body: string,
  attempts: Omit<Attempt, 'delivery_id'>[],
): Schemas['WebhookDeliveryDetail'] => ({ ...webhookDelivery(row), body, attempts });

export const revised = (row: DeliveryRow): Revised =>
  revisedBy(row.id, [row.state, row.attempt_count, row.next_attempt_at, row.settled_at]);
