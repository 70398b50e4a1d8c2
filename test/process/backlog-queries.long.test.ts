import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countHeld } from '../../src/campaigns/dialing/running-queries.ts';
import { oldestWorkSeconds, serverValues } from '../../src/process/backlog-queries.ts';
import { serverMetrics } from '../../src/telemetry/metrics.ts';
import { later } from '../../src/timestamp.ts';
import { onPostgres } from '../support/database.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { givenCampaign } from '../campaigns/given.ts';
import { givenCall, givenCallable } from '../telephony/calls/given.ts';

test('The oldest due work of each kind is how old it is, and 0 before it is due', async () => {
  const server = await startServer();
  const { app } = server;
  const member = await newOrganization({ server });
  const { organization_id } = member;
  const at = (seconds: number) => later(app.now(), seconds * 1000);
  const nothing = await oldestWorkSeconds(app.db, app.now());
  await app.db
    .insertInto('retention_work')
    .values({ organization_id, kind: 'events', due_at: at(-40) })
    .execute();
  await sql`
    insert into pending_mails (id, organization_id, template, content_encrypted, next_attempt_at, created_at)
    values (gen_random_uuid(), ${organization_id}, 'password_reset', 'a', ${at(3600)}, ${at(-9)})`.execute(
    app.db,
  );
  const { configuration_id } = await givenCallable(member);
  const run_id = await givenCall(member, configuration_id);
  await app.db
    .updateTable('live_calls')
    .set({ state: 'placing', placing_at: at(-20) })
    .where('run_id', '=', run_id)
    .execute();

  const waiting = await oldestWorkSeconds(app.db, app.now());

  expect(nothing).toEqual({
    emails: 0,
    erasures: 0,
    events: 0,
    placing: 0,
    retention: 0,
    scheduled_calls: 0,
  });
  expect(waiting).toEqual({
    ...nothing,
    placing: expect.closeTo(20, -1),
    retention: expect.closeTo(40, -1),
  });
  await server.close();
});

test('The database server is asked for what the metrics show of it', async () => {
  const server = await startServer();
  const { db } = server.app;
  await db
    .insertInto('audit_events')
    .values({
      action: 'user.signed_up',
      actor_kind: 'system',
      subject_id: '1',
      after: '{}',
      created_at: '1999-01-01T00:00:00.000Z',
    })
    .execute();

  const values = await serverValues(db);

  const without = Object.keys(serverMetrics).filter((name) => !(name in values));
  // There is no replica, and campaigns are counted by their area.
  expect(without).toEqual(['database_replication_lag_seconds', 'campaigns_held']);
  expect(values).toMatchObject({
    database_default_partition_rows: 1,
    usage_changes_waiting: 0,
  });
  expect(values['database_frozen_age_transactions']).toBeGreaterThan(10);
  if (onPostgres) expect(values['database_snapshot_age_transactions']).toBeGreaterThanOrEqual(0);
  await server.close();
});

test('A campaign is held while its claims fail, and as long as it runs', async () => {
  const server = await startServer();
  const { app } = server;
  const member = await newOrganization({ server });
  const { id } = await givenCampaign(member, { state: 'running' });
  const hold = (until: string) =>
    app.db.updateTable('campaigns').set({ held_until: until }).where('id', '=', id).execute();

  await hold(later(app.now(), 60_000));
  const held = await countHeld(app.db, app.now());
  await hold(app.now());
  const over = await countHeld(app.db, app.now());

  expect([held, over]).toEqual([1, 0]);
  await server.close();
});
