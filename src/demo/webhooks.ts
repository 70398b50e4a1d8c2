import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import { compose } from '../webhooks/events/compose.ts';
import type { Demo } from './requests.ts';
import { seedTransferEvents } from './transfers.ts';

const secondMs = 1000;
/** Number of ended runs with deliveries. */
const contactLimit = 4;

/** The deliveries of the latest calls to the endpoint, before it is disabled: no server listens at its URL. */
export async function seedDeliveries({ trx, organization_id, idOf }: Demo): Promise<void> {
  const runs = await trx
    .selectFrom('workflow_runs')
    .select(['id', 'ended_at'])
    .where('organization_id', '=', organization_id)
    .where('mode', 'not in', ['test', 'text'])
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(contactLimit)
    .$narrowType<{ ended_at: Timestamp }>()
    .execute();
  for (const { id, ended_at } of runs.toReversed()) {
    await seedTransferEvents(trx, { organization_id, run_id: id });
    const event = { organization_id, run_id: id, created_at: ended_at, due_at: ended_at };
    await trx
      .insertInto('pending_events')
      .values([
        { ...event, id: uuid(), event: 'call_ended' },
        { ...event, id: uuid(), event: 'call_analyzed' },
      ])
      .execute();
    await compose(trx, ended_at);
  }
  await deliverAll(trx, organization_id, idOf('endpoint'));
}

/** Marks all deliveries as delivered; the first one needed a second attempt. */
async function deliverAll(
  trx: Transaction<Database>,
  organization_id: number,
  endpointId: number,
): Promise<void> {
  const rows = await trx
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_created_at', 'created_at'])
    .where('endpoint_id', '=', endpointId)
    .orderBy('id')
    .execute();
  for (const [index, { id, event_created_at, created_at }] of rows.entries()) {
    const received = { at: created_at, status: 204, answer: '', error: null };
    const attempts =
      index > 0
        ? [received]
        : [
            { ...received, status: 503, answer: 'Busy', error: 'The endpoint answered 503.' },
            { ...received, at: later(created_at, 5 * secondMs) },
          ];
    await trx
      .insertInto('webhook_attempts')
      .values(
        attempts.map((attempt, place) => ({
          ...attempt,
          organization_id,
          delivery_id: id,
          event_created_at,
          number: place + 1,
          duration_ms: 12 + index,
        })),
      )
      .execute();
    await trx
      .updateTable('webhook_deliveries')
      .set({
        state: 'delivered',
        attempt_count: attempts.length,
        last_status: 204,
        settled_at: attempts.at(-1)?.at ?? created_at,
      })
      .where('id', '=', id)
      .execute();
  }
  await trx.deleteFrom('pending_deliveries').where('endpoint_id', '=', endpointId).execute();
}
