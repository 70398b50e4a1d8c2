import { insertComposed, lockEarlier } from '../../../src/webhooks/deliveries/compose-queries.ts';
import * as deliveries from '../../../src/webhooks/deliveries/record-queries.ts';
import * as replays from '../../../src/webhooks/deliveries/replay-queries.ts';
import * as endpoints from '../../../src/webhooks/endpoints/queries.ts';
import { removeOldEvents } from '../../../src/webhooks/retention-queries.ts';
import { lock as lockSettings } from '../../../src/webhooks/settings/queries.ts';
import type { Lock, Trx } from '../cases.ts';
import { now, past } from '../rows.ts';

const delivery = { event_created_at: past, subject: 1, next_attempt_at: past };

const event = { created_at: past, composed_at: past, run_id: 1, event: 'call_ended' };

const replayed = { id: 1, organization_id: 1, position: 1, event_created_at: past };

const since = { organization_id: 1, endpoint_id: 1, created_after: past, now };

export const composing = {
  webhook_endpoints: { status: 'enabled', events: ['call_ended'] },
  pending_events: { number: 1, event: 'call_ended', run_id: 1 },
  event_positions: {},
};

export const compose = (trx: Trx) => {
  const composed = { number: 1, organization_id: 1, event: 'call_ended', campaign_id: null };
  const taking = { now, until: now, lease: null, portions: [] };
  return insertComposed(trx, [{ ...composed, body: '{}' } as never], taking);
};

function delivered() {
  return { event_created_at: past, event: 'call_ended', state: 'delivered' };
}

export const webhookLocks: readonly Lock[] = [
  {
    at: 'webhooks/deliveries/compose-queries.ts lockEarlier',
    rows: { pending_deliveries: delivery },
    run: (trx) => lockEarlier(trx, [{ organization_id: 1, run_id: 1, campaign_id: null }]),
  },
  {
    at: 'webhooks/deliveries/compose-queries.ts insertDeliveries',
    rows: composing,
    run: compose,
  },
  {
    at: 'webhooks/deliveries/record-queries.ts lockAll',
    rows: { pending_deliveries: delivery },
    run: (trx) => deliveries.lockAll(trx, [{ id: 1, endpoint_id: 1 }]),
  },
  {
    at: 'webhooks/deliveries/record-queries.ts lockSettled',
    rows: { webhook_deliveries: delivered() },
    run: (trx) => deliveries.lockAll(trx, [{ id: 1, endpoint_id: 1 }]),
  },
  {
    at: 'webhooks/deliveries/replay-queries.ts replay',
    rows: { webhook_events: event, webhook_deliveries: delivered() },
    run: (trx) => replays.replay(trx, replayed as never, now),
  },
  {
    at: 'webhooks/deliveries/replay-queries.ts makeDueSince',
    rows: { webhook_events: event },
    run: (trx) => replays.replaySince(trx, since),
  },
  {
    at: 'webhooks/deliveries/replay-queries.ts makeDueSince',
    rows: { pending_deliveries: delivery },
    run: (trx) => replays.replaySince(trx, since),
  },
  {
    at: 'webhooks/endpoints/queries.ts lock',
    rows: { webhook_endpoints: {} },
    run: (trx) => endpoints.lock(trx, 1, 1),
  },
  {
    at: 'webhooks/endpoints/queries.ts lockAll',
    rows: { webhook_endpoints: {} },
    run: (trx) => endpoints.lockAll(trx, [1]),
  },
  {
    at: 'webhooks/endpoints/queries.ts lockForRemoval',
    rows: { webhook_endpoints: {} },
    run: (trx) => endpoints.lockForRemoval(trx, 1, 1),
  },
  {
    at: 'webhooks/retention-queries.ts removeOldEvents',
    rows: { webhook_events: event, webhook_deliveries: { ...delivered(), state: 'pending' } },
    // One that is pending keeps its event.
    run: (trx) => removeOldEvents(trx, 1, now),
  },
  {
    at: 'webhooks/retention-queries.ts removeOldEvents',
    rows: { webhook_events: event, webhook_deliveries: { ...delivered(), state: 'pending' } },
    table: 'webhook_deliveries',
    run: (trx) => removeOldEvents(trx, 1, now),
  },
  {
    at: 'webhooks/settings/queries.ts lock',
    rows: { event_choices: {} },
    run: (trx) => lockSettings(trx, 1),
  },
];
