import { asChange } from '../../audit/actions.ts';
import type { Db } from '../../db/connect.ts';
import { pageOf } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { tagged, type Revised, revisedBy } from '../../http/etag.ts';
import { wakeAfter } from '../actions.ts';
import type { WebhooksApp } from '../context.ts';
import { mustBeEnabled } from '../endpoints/actions.ts';
import * as endpoints from '../endpoints/queries.ts';
import * as deliveries from './queries.ts';
import { replay } from './replay-queries.ts';
import type { components } from '../../../generated/api.ts';
import type { DeliveryRow } from './queries.ts';
import type { Attempt } from './record-queries.ts';
import { webhookId } from './rules.ts';

type Schemas = components['schemas'];

const webhookDelivery = (row: DeliveryRow): Schemas['WebhookDelivery'] => ({
  id: row.id,
  endpoint_id: row.endpoint_id,
  event_id: webhookId(row.event_id),
  event_type: row.event,
  event_sequence: row.position,
  run_id: row.run_id,
  campaign_id: row.campaign_id,
  status: row.state,
  attempt_count: row.attempt_count,
  last_status: row.last_status,
  next_attempt_at: row.next_attempt_at,
  created_at: row.created_at,
  settled_at: row.settled_at,
});

const webhookDeliveryDetail = (
  row: DeliveryRow,
  body: string,
  attempts: Omit<Attempt, 'delivery_id'>[],
): Schemas['WebhookDeliveryDetail'] => ({ ...webhookDelivery(row), body, attempts });

const revised = (row: DeliveryRow): Revised =>
  revisedBy(row.id, [row.state, row.attempt_count, row.next_attempt_at, row.settled_at]);

export const webhookDeliveries = {
  async listWebhookDeliveries({ query, caller }, app) {
    const rows = await deliveries.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, webhookDelivery);
  },

  async getWebhookDelivery({ params, caller }, app) {
    const row = await deliveries.get(app.db, caller.organization_id, params.delivery_id);
    return tagged(await detail(app.db, row), revised(row));
  },

  replayWebhookDelivery: asChange(
    async ({ trx, params, organization_id, at, mustMatch, record }, app) => {
      const { id, endpoint_id } = await deliveries.get(trx, organization_id, params.delivery_id);
      // Whoever changes a delivery has locked its endpoint.
      mustBeEnabled(await endpoints.lock(trx, organization_id, endpoint_id));
      const delivery = await deliveries.get(trx, organization_id, id);
      mustMatch(revised(delivery));
      const replayed = await replay(trx, delivery, at);
      await record('webhook_delivery.replayed', id, {
        before: { status: delivery.state },
        after: { status: replayed.state, endpoint_id },
      });
      await wakeAfter(trx, app.jobs);
      const body = await detail(trx, replayed);
      const represented = { operation: 'getWebhookDelivery', body } as const;
      return tagged(webhookDelivery(replayed), revised(replayed), represented);
    },
  ),
} satisfies HandlersFor<
  'listWebhookDeliveries' | 'getWebhookDelivery' | 'replayWebhookDelivery',
  WebhooksApp
>;

async function detail(db: Db, row: deliveries.DeliveryRow) {
  const { body } = await deliveries.bodyOf(db, row);
  return webhookDeliveryDetail(row, body, await deliveries.listAttempts(db, row));
}
