import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { auditMonths } from '../../src/audit/months.ts';
import type { Config } from '../../src/config.ts';
import { monthOf, monthsFrom, monthsLater, partitionOf } from '../../src/db/months.ts';
import { dropMonth, monthsInDefault, monthsOf } from '../../src/db/partitions.ts';
import { applyRetention } from '../../src/privacy/retention/sweep.ts';
import { dropMonths, makeMonths } from '../../src/process/month-sweeps.ts';
import { announceEnds } from '../../src/webhooks/actions.ts';
import { composeDue } from '../../src/webhooks/events/compose.ts';
import { webhookMonths } from '../../src/webhooks/month-queries.ts';
import { onCitus, onPostgres } from '../support/database.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  deliveriesPath,
  givenEndedRun,
  givenEndpoint,
  hourMs,
  pass,
  longAnswer,
  startReceiver,
} from '../webhooks/given.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';

const dayMs = 24 * hourMs;
const kept = { eventsDays: undefined, auditDays: undefined, runsDays: undefined };

const server = ownServer();
let member: Member;
beforeEach(async () => {
  server.setNow(new Date().toISOString());
  member = await newOrganization({ server });
  // The clock moves by years.
  await server.app.db.updateTable('sessions').set({ expires_at: '9999-01-01T00:00:00Z' }).execute();
});

/** The process after its start with these settings. */
const withRetention = (retention: Partial<Config['retention']>) => ({
  ...server.app,
  config: { ...server.app.config, retention: { ...kept, ...retention } },
});

const rowsIn = async (table: string): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from ${sql.table(table)} where organization_id = ${member.organization_id}`.execute(
    server.app.db,
  );
  return rows[0]?.rows ?? 0;
};

const thisMonth = () => monthOf(server.app.now());

describe('Months', () => {
  test('that are made together are one line of the log', async () => {
    const before = server.logged.length;
    pass(server, 5000 * dayMs);

    await makeMonths(server.app);

    const lines = server.logged.slice(before).filter(({ msg }) => String(msg).includes('month'));
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'months were made',
        months: {
          webhook_events: expect.arrayContaining(monthsFrom(thisMonth(), 3)),
          audit_events: expect.arrayContaining(monthsFrom(thisMonth(), 3)),
        },
      }),
    ]);
  });

  test('are made ahead, once by two processes at once, whatever the clock says', async () => {
    for (const days of [0, 400]) {
      pass(server, days * dayMs);
      const coming = monthsFrom(thisMonth(), 3);

      await Promise.all([makeMonths(server.app), makeMonths(server.app)]);
      await makeMonths(server.app);

      expect(await monthsOf(server.app.db, webhookMonths)).toEqual(expect.arrayContaining(coming));
      expect(await monthsOf(server.app.db, auditMonths)).toEqual(expect.arrayContaining(coming));
    }
  });

  test('take the rows that came before they were made', async () => {
    const receiver = await startReceiver(longAnswer);
    await givenEndpoint(member, receiver.url);
    pass(server, 800 * dayMs);
    await givenEndedRun(member);
    await deliver(server);
    const tables = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'];
    const inDefault = tables.map((table) => `${table}_default`);
    expect(await Promise.all(inDefault.map(rowsIn))).toEqual([2, 2, 2]);
    const before = await deliveriesOf(member);

    await makeMonths(server.app);

    expect(await Promise.all(inDefault.map(rowsIn))).toEqual([0, 0, 0]);
    const inMonth = tables.map((table) => partitionOf(table, thisMonth()));
    expect(await Promise.all(inMonth.map(rowsIn))).toEqual([2, 2, 2]);
    expect(await rowsIn(partitionOf('audit_events', thisMonth()))).toBe(0);
    expect(await deliveriesOf(member)).toEqual(before);
    expect(await monthsInDefault(server.app.db, webhookMonths)).toEqual([]);
  });

  test('of the audit trail refuse changes, and so does what has no month', async () => {
    pass(server, 1200 * dayMs);
    await member.post('/api/v1/auth/api-keys', { name: 'CRM' });
    await makeMonths(server.app);
    const partition = partitionOf('audit_events', thisMonth());
    expect(await rowsIn(partition)).toBe(1);

    // Citus has no trigger on a partition that names truncate.
    const named = onCitus ? [] : [partition];
    for (const table of [...named, 'audit_events_default', 'audit_events'])
      for (const change of [
        sql`update ${sql.table(table)} set request_id = 'forged'`,
        sql`delete from ${sql.table(table)}`,
        sql`truncate ${sql.table(table)}`,
      ])
        // On Citus with the number of the table's part.
        await expect(change.execute(server.app.db)).rejects.toThrow(
          new RegExp(`${table}(_\\d+)? is append-only`),
        );
  });

  test('are listed, shown and replayed across their boundary', async () => {
    const receiver = await startReceiver(longAnswer);
    const endpoint = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    // Another test may have dropped this month.
    await makeMonths(server.app);
    const end = new Date(`${monthsLater(thisMonth(), 1)}-01T00:00:00.000Z`).getTime() - 1;
    const runs: number[] = [];
    for (const at of [end, end + 1]) {
      server.setNow(new Date(at).toISOString());
      runs.push(await givenEndedRun(member));
      await deliver(server);
    }
    expect(await rowsIn(partitionOf('webhook_deliveries', thisMonth()))).toBe(1);
    expect(await rowsIn(partitionOf('webhook_deliveries', monthsLater(thisMonth(), -1)))).toBe(1);

    const first = await member.get(`${deliveriesPath}?limit=1`);
    const second = await member.get(`${deliveriesPath}?limit=1&cursor=${first.body.next_cursor}`);
    const shown = [...second.body.items, ...first.body.items];
    expect(shown.map((each: { run_id: number }) => each.run_id)).toEqual(runs);
    for (const { id, run_id } of shown) {
      const { body } = await member.get(`${deliveriesPath}/${id}`);
      expect([JSON.parse(body.body).call.run_id, body.attempts.length]).toEqual([run_id, 1]);
    }

    const { body } = await member.post(`${endpoint.path}/replay`, {
      created_after: new Date(end).toISOString(),
    });
    await deliver(server);

    expect(body.replayed_count).toBe(2);
    expect(receiver.received.map(({ run_id }) => run_id)).toEqual([...runs, ...runs]);
    expect(await rowsIn('webhook_attempts')).toBe(4);
    const again = await member.post(`${deliveriesPath}/${shown[0]?.id}/replay`);
    expect(again.body).toMatchObject({ status: 'pending', attempt_count: 2 });
    await deliver(server);
    expect(await rowsIn('webhook_deliveries')).toBe(2);
  });
});

describe('A call', () => {
  test('has one event of a kind, even if its end is announced again', async () => {
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url);
    const id = await givenEndedRun(member);
    const { app } = server;
    const { ended_at } = await app.db
      .selectFrom('workflow_runs')
      .select('ended_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const again = {
      id,
      organization_id: member.organization_id,
      ended_at,
      conversed: false,
      analyzed: false,
      traceparent: null,
    };
    const announce = () =>
      app.db
        .transaction()
        .execute((trx) => announceEnds(trx, app.jobs, { runs: [again], now: app.now() }));

    await expect(announce()).rejects.toThrow('pending_events_run_key');
    await composeDue(app);
    pass(server, hourMs);
    await announce();
    await deliver(server);

    expect(receiver.heard()).toEqual([`call_ended ${id}`, `call_analyzed ${id}`]);
    expect(await rowsIn('webhook_events')).toBe(2);
    expect(await rowsIn('pending_events')).toBe(0);
  });
});

describe('Retention', () => {
  test('drops months of events when all of them are old, and keeps what is pending', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const endpoint = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await makeMonths(server.app);
    const month = thisMonth();
    await givenEndedRun(member);
    await deliver(server);
    const app = withRetention({ eventsDays: 30 });
    const isKept = async () => (await monthsOf(server.app.db, webhookMonths)).includes(month);

    server.setNow(`${monthsLater(month, 1)}-30T23:59:59.999Z`);
    await dropMonths(app);
    expect(await isKept()).toBe(true);

    server.setNow(`${monthsLater(month, 1)}-31T00:00:00.000Z`);
    if (monthsLater(month, 1).endsWith('-02')) pass(server, 3 * dayMs);
    await dropMonths(app);
    expect(await isKept()).toBe(true);
    expect(await deliveriesOf(member)).toMatchObject([{ status: 'pending' }]);

    // Its deliveries are given up, so nothing of the month is pending.
    await member.post(`${endpoint.path}/disable`);
    await removePendingOfOthers();
    await dropMonths(app);
    expect(await isKept()).toBe(false);
    expect(await deliveriesOf(member)).toEqual([]);
    expect(await rowsIn('webhook_attempts')).toBe(0);
  });

  test('keeps a month with an event that was not sent', async () => {
    await makeMonths(server.app);
    const month = thisMonth();
    await givenEndedRun(member);

    expect(await dropMonth(server.app.db, webhookMonths, month)).toBe(false);
  });

  test('keeps everything by default', async () => {
    await makeMonths(server.app);
    pass(server, 4000 * dayMs);
    const before = await monthsOf(server.app.db, webhookMonths);

    await dropMonths(server.app);
    expect(await applyRetention(server.app)).toBe(0);

    expect(await monthsOf(server.app.db, webhookMonths)).toEqual(before);
  });

  test('drops months of the audit trail', async () => {
    await makeMonths(server.app);
    await member.post('/api/v1/auth/api-keys', { name: 'CRM' });
    const month = thisMonth();
    pass(server, 100 * dayMs);

    await dropMonths(withRetention({ auditDays: 60 }));

    expect(await monthsOf(server.app.db, auditMonths)).not.toContain(month);
    expect(await rowsIn('audit_events')).toBe(0);
    expect(await monthsOf(server.app.db, webhookMonths)).toContain(month);
  });

  test('removes the content of old runs and keeps their outcome and consent', async () => {
    const workflow = await givenWorkflow(member);
    const now = server.app.now();
    const content = {
      mode: 'ad_hoc' as const,
      state: 'completed' as const,
      outcome: 'completed' as const,
      created_at: now,
      ended_at: now,
      initial_context: '{"first_name":"Ada"}',
      gathered_context: `{"consent_given":true,"consent_ts":"${now}","mood":"good"}`,
      transcript: '[]',
      recording_url: 'https://recordings.example.com/1.mp3',
      usage: '{"llm_tokens":1}',
    };
    const old = await givenRun(member, workflow, content);
    pass(server, 20 * dayMs);
    const later = { created_at: server.app.now(), ended_at: server.app.now() };
    const recent = await givenRun(member, workflow, { ...content, ...later });
    const app = withRetention({ runsDays: 30 });
    await server.app.db.deleteFrom('pending_events').execute();

    pass(server, 11 * dayMs);
    await Promise.all([applyRetention(app), applyRetention(app)]);

    const shown = async (id: number) => (await member.get(`/api/v1/runs/${id}`)).body;
    const stripped = await shown(old);
    expect(stripped.initial_context).toEqual({});
    expect(stripped.gathered_context).toEqual({ consent_given: true, consent_ts: now });
    expect(stripped).toMatchObject({
      outcome: 'completed',
      transcript: null,
      recording_url: null,
      usage: null,
    });
    expect(await shown(recent)).toMatchObject({
      initial_context: { first_name: 'Ada' },
      gathered_context: { mood: 'good' },
    });
  });
});

/** Other tests leave pending rows in the months that they use. */
async function removePendingOfOthers(): Promise<void> {
  const { organization_id } = member;
  for (const table of ['pending_events', 'pending_deliveries'] as const)
    await server.app.db.deleteFrom(table).where('organization_id', '<>', organization_id).execute();
  await server.app.db
    .deleteFrom('pending_events')
    .where('organization_id', '=', organization_id)
    .execute();
}

describe.runIf(onPostgres)('A lock that another session holds', () => {
  test('delays what the sweep does, and nobody else for longer than two seconds', async () => {
    await removePendingOfOthers();
    await makeMonths(server.app);
    const month = thisMonth();
    pass(server, 100 * dayMs);
    const app = withRetention({ eventsDays: 60 });
    const holder = await server.connection.pool.connect();
    onTestFinished(() => holder.release());
    await holder.query('begin; select from webhook_events limit 1');

    const dropping = Promise.all([dropMonths(app), makeMonths(app)]);
    let maxMs = 0;
    const ended = new AbortController();
    void dropping.finally(() => ended.abort());
    while (!ended.signal.aborted) {
      const began = performance.now();
      await server.app.db.selectFrom('webhook_events').select('id').limit(1).execute();
      maxMs = Math.max(maxMs, performance.now() - began);
      await wait(5);
    }

    expect(maxMs).toBeLessThan(2000);
    const { db } = server.app;
    expect(await monthsOf(db, webhookMonths)).toContain(month);
    expect(await monthsOf(db, webhookMonths)).not.toContain(monthsLater(thisMonth(), 3));
    await holder.query('commit');
    await dropMonths(app);
    await makeMonths(app);
    expect(await monthsOf(db, webhookMonths)).not.toContain(month);
    expect(await monthsOf(db, webhookMonths)).toContain(monthsLater(thisMonth(), 3));
  }, 60_000);
});

test('Events are in the month in which their call ended', async () => {
  const before = `${monthsLater(thisMonth(), -1)}-15T12:00:00.000Z`;
  const { app } = server;
  const workflow = await givenWorkflow(member);
  const id = await givenRun(member, workflow, {
    mode: 'ad_hoc',
    state: 'completed',
    outcome: 'busy',
    to_number: '+12025550140',
    created_at: before,
    ended_at: before,
  });
  const run = {
    id,
    organization_id: member.organization_id,
    ended_at: before,
    conversed: false,
    analyzed: false,
    traceparent: null,
  };
  await app.db
    .transaction()
    .execute((trx) => announceEnds(trx, app.jobs, { runs: [run], now: app.now() }));

  await composeDue(app);
  await makeMonths(app);

  expect(await rowsIn(partitionOf('webhook_events', monthOf(before)))).toBe(2);
});
