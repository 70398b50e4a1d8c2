import type { components } from '../../../generated/api.ts';
import { webhookId } from '../deliveries/rules.ts';
import type { EventRow } from './list-queries.ts';

export const event = (row: EventRow): components['schemas']['Event'] => ({
  id: row.position,
  webhook_id: webhookId(row.id),
  event: row.event,
  run_id: row.run_id,
  campaign_id: row.campaign_id,
  created_at: row.composed_at,
  body: JSON.parse(row.body) as components['schemas']['WebhookEvent'],
});
