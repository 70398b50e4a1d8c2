import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { composeDue, type SetAside } from '../../../src/webhooks/events/compose.ts';
import { oldestDueSeconds } from '../../../src/webhooks/deliveries/take-queries.ts';
import { later } from '../../../src/timestamp.ts';
import { onCitus, onPostgres } from '../../support/database.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { deliver, deliveriesOf, givenEndedRun, givenEndpoint, startReceiver } from '../given.ts';

const lock = 4711;

describe('Composing', () => {
  const server = ownServer();

  // The locks are those of a node of Citus.
  test.runIf(onPostgres && !onCitus)(
    'is waited for by the deletion of an endpoint, and keeps the others',
    async () => {
      const member = await newOrganization({ server });
      const receiver = await startReceiver();
      const kept = await givenEndpoint(member, receiver.url);
      const deleted = await givenEndpoint(member, receiver.url);
      await givenEndedRun(member);
      const { app, connection } = server;
      await sql`
      create function wait_in_test() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(${sql.lit(lock)}); return new; end $$`.execute(
        app.db,
      );
      await sql`create trigger wait_in_test before insert on webhook_deliveries
      for each row execute function wait_in_test()`.execute(app.db);
      const holder = await connection.pool.connect();
      await holder.query(`select pg_advisory_lock(${lock})`);

      const composing = composeDue(app);
      const waiting = async () =>
        (await connection.pool.query('select locktype from pg_locks where not granted')).rows.map(
          ({ locktype }) => locktype,
        );
      await expect.poll(waiting).toEqual(['advisory']);
      const deleting = member.delete(deleted.path);
      await expect.poll(waiting).toContain('transactionid');
      await holder.query(`select pg_advisory_unlock(${lock})`);
      holder.release();

      expect((await deleting).status).toBe(204);
      expect(await composing).toBe(2);
      expect(
        (await deliveriesOf(member)).map(
          (each: { readonly endpoint_id: number }) => each.endpoint_id,
        ),
      ).toEqual([kept.id, kept.id]);
      await sql`drop trigger wait_in_test on webhook_deliveries`.execute(app.db);
    },
  );

  test('leaves out an organization whose event fails, and composes it when it no longer does', async () => {
    const [broken, sound] = [await newOrganization({ server }), await newOrganization({ server })];
    const { app } = server;
    onTestFinished(() => server.setNow(undefined));
    server.setNow(app.now());
    await sql`create function fail_in_test() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`.execute(app.db);
    await sql`create trigger fail_in_test before insert on webhook_events
      for each row when (new.organization_id = ${sql.lit(broken.organization_id)}) execute function fail_in_test()`.execute(
      app.db,
    );
    const aside: SetAside = new Map();
    for (const member of [broken, sound]) await givenEndedRun(member);

    const composed = [await composeDue(app, aside), await composeDue(app, aside)];
    const left = [...aside.keys()];
    await sql`drop trigger fail_in_test on webhook_events`.execute(app.db);
    const early = await composeDue(app, aside);
    server.setNow(later(app.now(), 60_000));
    const late = await composeDue(app, aside);

    expect([composed, left]).toEqual([[2, 0], [broken.organization_id]]);
    expect([early, late, aside.size]).toEqual([0, 2, 0]);
  });

  test('waits for one late organization in a round', async () => {
    const late = [await newOrganization({ server }), await newOrganization({ server })];
    const { app } = server;
    await sql`create function late_in_test() returns trigger language plpgsql as
      $$ begin raise exception 'late' using errcode = '57014'; end $$`.execute(app.db);
    await sql`create trigger late_in_test before insert on webhook_events
      for each row execute function late_in_test()`.execute(app.db);
    for (const member of late) await givenEndedRun(member);
    const aside: SetAside = new Map();

    const left: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      await composeDue(app, aside);
      left.push(aside.size);
    }
    await sql`drop trigger late_in_test on webhook_events`.execute(app.db);
    aside.clear();

    expect(left).toEqual([1, 2]);
    expect(await composeDue(app, aside)).toBe(4);
  });

  test('shows in the metrics how long the oldest delivery waits, and the posts by result', async () => {
    const member = await newOrganization({ server });
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url);
    await givenEndedRun(member);
    const { app } = server;
    await deliver(server);
    await givenEndedRun(member);
    expect(await oldestDueSeconds(app.db, app.now())).toBe(0);

    await composeDue(app);
    const waited = await oldestDueSeconds(app.db, later(app.now(), 3_600_000));
    await deliver(server);

    expect(waited).toBeGreaterThanOrEqual(3600);
    const text = await app.metrics.registry.metrics();
    expect(text).toMatch(/^webhook_posts_total\{result="delivered"\} [1-9]/m);
    expect(text).toContain('\nwebhook_posts_total{result="given_up"} 0\n');
  });
});
