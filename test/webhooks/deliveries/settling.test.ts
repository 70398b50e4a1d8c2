import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { settleDelivered } from '../../../src/webhooks/deliveries/settle-queries.ts';
import { takingNone } from '../../../src/webhooks/deliveries/take-queries.ts';
import { composeDue } from '../../../src/webhooks/events/compose.ts';
import { onPostgres, openConnections } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { untilWaiting } from '../../support/waiting.ts';
import { givenEndedRun, givenEndpoint, startReceiver } from '../given.ts';

// Both wait for each other's locks, which the single connection of the embedded database cannot.
test.runIf(onPostgres)(
  'A delivery that is settled makes the next one due that was composed meanwhile',
  async () => {
    const server = await startServer();
    // All, so that none is opened within a transaction although workers use some.
    await openConnections(server.connection, 10);
    const { db } = server.app;
    const member = await newOrganization({ server });
    await givenEndpoint(member, (await startReceiver()).url);
    await givenEndedRun(member);
    await composeDue(server.app);
    const pending = () => db.selectFrom('pending_deliveries').selectAll().orderBy('position');
    const [first, next] = await pending().execute();
    expect(next?.next_attempt_at).toBeNull();
    const lease = randomUUID();
    await db.updateTable('pending_deliveries').set({ lease }).execute();
    await db
      .deleteFrom('pending_deliveries')
      .where('delivery_id', '=', next!.delivery_id)
      .execute();
    const now = server.app.now();
    const { delivery_id: id, endpoint_id, event_created_at } = first!;

    let settling: ReturnType<typeof settleDelivered> | undefined;
    await db.transaction().execute(async (trx) => {
      await sql`select from pending_deliveries where delivery_id = ${id} for share`.execute(trx);
      const made = { id, endpoint_id, event_created_at, lease, at: now, status: 204 };
      settling = db
        .transaction()
        .execute((other) =>
          settleDelivered(other, [{ ...made, duration_ms: 1, answer: null }], takingNone(now)),
        );
      await untilWaiting(trx, member);
      await trx.insertInto('pending_deliveries').values(next!).execute();
    });

    expect(await settling).toEqual({ ids: new Set([id]), next: [] });
    expect(await pending().execute()).toEqual([{ ...next!, next_attempt_at: now }]);
    await server.close();
  },
);
