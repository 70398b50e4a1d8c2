import { recordChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { wakeAfter } from '../actions.ts';
import type { WebhooksApp } from '../context.ts';
import { mustBeEnabled } from '../endpoints/actions.ts';
import * as endpoints from '../endpoints/queries.ts';
import * as deliveries from './queries.ts';
import { replay } from './replay-queries.ts';
import { webhookDelivery, webhookDeliveryDetail } from './views.ts';

export const webhookDeliveries = {
  async listWebhookDeliveries({ query, caller }, app) {
    const rows = await deliveries.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, webhookDelivery);
  },

  async getWebhookDelivery({ params, caller }, app) {
    const row = await deliveries.get(app.db, caller.organization_id, params.delivery_id);
    const { body } = await deliveries.bodyOf(app.db, row);
    return webhookDeliveryDetail(row, body, await deliveries.listAttempts(app.db, row));
  },

  async replayWebhookDelivery({ params, caller, requestId }, app) {
    const { organization_id } = caller;
    return app.db.transaction().execute(async (trx) => {
      const cause = { caller, requestId, at: app.now() };
      const delivery = await deliveries.get(trx, organization_id, params.delivery_id);
      const { id, endpoint_id, state } = delivery;
      mustBeEnabled(await endpoints.lock(trx, organization_id, endpoint_id));
      const replayed = await replay(trx, delivery, cause.at);
      await recordChange(trx, cause, {
        action: 'webhook_delivery.replayed',
        organization_id,
        subject_id: id,
        before: { state },
        after: { state: replayed.state, endpoint_id },
      });
      await wakeAfter(trx, app.jobs);
      return webhookDelivery(replayed);
    });
  },
} satisfies HandlersFor<
  'listWebhookDeliveries' | 'getWebhookDelivery' | 'replayWebhookDelivery',
  WebhooksApp
>;
