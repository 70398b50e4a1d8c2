import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { components } from '../../../generated/api.ts';
import { applyRetention } from '../../../src/privacy/retention/sweep.ts';
import { later } from '../../../src/timestamp.ts';
import { eventsOf } from '../../audit/given.ts';
import { givenCampaign, givenContacts, givenRun } from '../../campaigns/given.ts';
import { expireScheduled } from '../../../src/privacy/personal-queries.ts';
import { givenScheduled } from '../../telephony/scheduled-calls/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import {
  deliver,
  givenEndedRun,
  givenEndpoint,
  pass,
  longAnswer,
  startReceiver,
} from '../../webhooks/given.ts';
import { givenManyRuns, givenRun as givenSingleRun, givenWorkflow } from '../../workflows/given.ts';

type Settings = components['schemas']['UpdateRetentionRequest'];

const path = '/api/v1/organizations/retention';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nothing: Settings = {
  transcripts_days: null,
  contexts_days: null,
  contacts_days: null,
  events_days: null,
  audit_days: null,
};

let server: TestServer;
let member: Member;

beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  // No work of other tests is due.
  await server.app.db.deleteFrom('retention_work').execute();
  member = await newOrganization({ server });
  await server.app.db.updateTable('sessions').set({ expires_at: '9999-01-01T00:00:00Z' }).execute();
});

const keep = (owner: Member, settings: Partial<Settings>) =>
  owner.put(path, { ...nothing, ...settings });

/** Lets the hour pass after which the sweep looks for more. */
async function applied(): Promise<number> {
  pass(server, hourMs);
  return applyRetention(server.app);
}

const content = {
  initial_context: '{"first_name":"Ada"}',
  gathered_context: '{"mood":"good","consent_given":true,"consent_ts":"2026-01-02T03:04:05.678Z"}',
  transcript: '[{"role":"caller","text":"Hello","at":"2026-01-02T03:04:05.678Z"}]',
  recording_url: 'https://recordings.example.com/1.mp3',
  analysis: '{"call_summary":"Ada confirms.","custom":{},"source":"agent"}',
};

/** A call that ended now. */
async function givenCall(owner: Member, columns = {}): Promise<number> {
  const now = owner.server.app.now();
  const over = { state: 'completed', outcome: 'completed', ended_at: now } as const;
  const workflow = await givenWorkflow(owner);
  return givenSingleRun(owner, workflow, { mode: 'ad_hoc', ...over, ...content, ...columns });
}

const runOf = async (owner: Member, id: number) => (await owner.get(`/api/v1/runs/${id}`)).body;

const rowsIn = async (table: string, owner = member): Promise<number> => {
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from ${sql.table(table)} where organization_id = ${owner.organization_id}`.execute(
    server.app.db,
  );
  return rows[0]?.rows ?? 0;
};

/** A completed campaign of two contacts, the first called twice. */
async function givenOverCampaign(owner: Member) {
  const now = owner.server.app.now();
  const over = { state: 'completed', completed_at: now, total_rows: 2 } as const;
  const campaign = await givenCampaign(owner, over);
  const [contact_id = 0] = await givenContacts(owner, campaign, [
    { state: 'done', outcome: 'busy', attempts: 2, retries_queued: 1 },
    { state: 'done', outcome: 'completed', attempts: 1 },
  ]);
  for (const outcome of ['busy', 'busy'] as const)
    await givenRun(owner, campaign, { contact_id, state: 'completed', outcome, ended_at: now });
  return { ...campaign, path: `/api/v1/campaign/${campaign.id}` };
}

describe('Retention of an organization', () => {
  test.each<[Partial<Settings>, object]>([
    [{ transcripts_days: 30 }, { transcript: null, recording_url: null, analysis: null }],
    [
      { contexts_days: 30 },
      {
        initial_context: {},
        gathered_context: { consent_given: true, consent_ts: '2026-01-02T03:04:05.678Z' },
      },
    ],
  ])('of %j strips runs that ended before, and nothing else', async (settings, stripped) => {
    const other = await newOrganization({ server });
    const [old, theirs] = [await givenCall(member), await givenCall(other)];
    pass(server, 20 * dayMs);
    const recent = await givenCall(member);
    await keep(member, settings);
    const [before, kept] = [await runOf(member, old), await runOf(member, recent)];
    const untouched = await runOf(other, theirs);

    expect(await applied()).toBe(0);
    pass(server, 10 * dayMs);
    expect(await applied()).toBe(1);
    expect(await applied()).toBe(0);

    expect(await runOf(member, old)).toEqual({ ...before, ...stripped });
    expect(await runOf(member, recent)).toEqual(kept);
    expect(await runOf(other, theirs)).toEqual(untouched);
  });

  test('has the analysis that follows from an outcome go as a stored one', async () => {
    const derived = { analysis: null, has_derived_analysis: true } as const;
    const id = await givenCall(member, derived);
    await keep(member, { transcripts_days: 1 });
    const { analysis } = await runOf(member, id);
    pass(server, 2 * dayMs);
    await applied();

    expect(analysis).toMatchObject({ source: 'outcome' });
    expect(await runOf(member, id)).toMatchObject({ analysis: null, outcome: 'completed' });
  });

  test('leaves a call in progress, until it has ended', async () => {
    const running = { state: 'running', outcome: null, ended_at: null } as const;
    const id = await givenCall(member, running);
    await keep(member, { transcripts_days: 1 });
    pass(server, 2 * dayMs);

    expect(await applied()).toBe(0);
    await server.app.db
      .updateTable('workflow_runs')
      .set({ state: 'completed', outcome: 'completed', ended_at: server.app.now() })
      .where('id', '=', id)
      .execute();
    expect(await applied()).toBe(0);
    pass(server, dayMs);
    expect(await applied()).toBe(1);
  });

  test('goes on where it was, batch by batch, beside other organizations', async () => {
    const modest = await newOrganization({ server });
    const now = server.app.now();
    for (const [owner, count] of [
      [member, 1200],
      [modest, 3],
    ] as const) {
      const columns = { transcript: '[]', ended_at: now };
      await givenManyRuns(owner, await givenWorkflow(owner), { count, columns });
      await keep(owner, { transcripts_days: 1 });
    }
    pass(server, 400 * dayMs);
    const left = async (owner: Member): Promise<number> => {
      const runs = server.app.db.selectFrom('workflow_runs').where('transcript', 'is not', null);
      const rows = await runs
        .select('id')
        .where('organization_id', '=', owner.organization_id)
        .execute();
      return rows.length;
    };

    // The third turn fails, as if the process had ended.
    let turns = 0;
    const ending = (): string => {
      if (++turns > 2) throw new Error('The process ends.');
      return server.app.now();
    };
    await expect(applyRetention({ ...server.app, now: ending })).rejects.toThrow('process ends');
    expect([await left(member), await left(modest)]).toEqual([700, 0]);

    expect(await applyRetention(server.app)).toBe(700);
    expect(await left(member)).toBe(0);
  });

  test('strips scheduled calls in batches', async () => {
    const { member: owner, answer } = await givenScheduled(server);
    const { id } = answer.body;
    const { db } = server.app;
    const now = server.app.now();
    await owner.post(`/api/v1/telephony/scheduled-calls/${id}/cancel`);
    const content = { initial_context: '{"a":1}', metadata: '{"crm":"Ada"}' };
    await db.updateTable('scheduled_calls').set(content).where('id', '=', id).execute();
    await sql`
      insert into scheduled_calls overriding system value
      select copy.* from scheduled_calls as call, generate_series(1, 500) as place, jsonb_populate_record(
        null::scheduled_calls, to_jsonb(call) || jsonb_build_object('id', call.id + place)
      ) as copy
      where call.id = ${id}`.execute(db);

    const strip = () =>
      db.transaction().execute((trx) => expireScheduled(trx, owner.organization_id, later(now, 1)));

    expect(await strip()).toEqual({ removed: 500, isDone: false });
    expect(await strip()).toEqual({ removed: 1, isDone: true });
    const left = await db
      .selectFrom('scheduled_calls')
      .select(['initial_context', 'metadata'])
      .distinct()
      .where('organization_id', '=', owner.organization_id)
      .execute();
    expect(left).toEqual([{ initial_context: {}, metadata: null }]);
  });

  test('goes on for others where that of one organization fails', async () => {
    const other = await newOrganization({ server });
    const ids = [await givenCall(member), await givenCall(other)];
    for (const owner of [member, other]) await keep(owner, { transcripts_days: 1 });
    pass(server, 400 * dayMs);
    const { db } = server.app;
    await sql`
      create function fail_here() returns trigger language plpgsql as $$ begin
        raise exception 'Fails here.';
      end $$`.execute(db);
    await sql`
      create trigger fails_here before update on workflow_runs
      for each row when (old.organization_id = ${sql.lit(member.organization_id)}) execute function fail_here()`.execute(
      db,
    );
    const errors: unknown[] = [];
    const log = { ...server.app.log, error: (fields: unknown) => void errors.push(fields) };

    try {
      await applyRetention({ ...server.app, log: log as typeof server.app.log });
    } finally {
      await sql`drop function fail_here cascade`.execute(db);
    }
    const left = [await runOf(member, ids[0]!), await runOf(other, ids[1]!)];
    await applied();

    expect(left.map(({ transcript }) => transcript === null)).toEqual([false, true]);
    expect(errors).toMatchObject([
      { organization_id: member.organization_id, kind: 'transcripts' },
    ]);
    expect((await runOf(member, ids[0]!)).transcript).toBeNull();
  });

  test('removes contacts and sources of campaigns that are over, and keeps their counts', async () => {
    const campaign = await givenOverCampaign(member);
    const running = await givenCampaign(member, { state: 'paused' });
    await givenContacts(member, running, [{}]);
    const shown = async () => ({
      ...(await member.get(campaign.path)).body,
      ...(await member.get(`${campaign.path}/progress`)).body,
      at: null,
    });
    const before = await shown();
    await keep(member, { contacts_days: 30 });
    pass(server, 31 * dayMs);

    expect(await applied()).toBe(3);

    expect(await shown()).toEqual(before);
    expect((await member.get(`${campaign.path}/contacts`)).body.items).toEqual([]);
    const { items } = (await member.get(`/api/v1/campaign/${running.id}/contacts`)).body;
    expect(items).toHaveLength(1);
    expect((await member.get(`/api/v1/campaign-sources/${campaign.source_id}`)).status).toBe(404);
    expect((await member.get(`/api/v1/campaign-sources/${running.source_id}`)).status).toBe(200);
    const runs = (await member.get(`/api/v1/runs?campaign_id=${campaign.id}`)).body.items;
    const stripped = { campaign_id: campaign.id, contact_id: null, attempt_number: null };
    expect(runs).toMatchObject([stripped, stripped]);
    expect((await member.get(`${campaign.path}/report`)).status).toBe(200);
    const redial = await member.post(`${campaign.path}/redial`, { outcomes: ['busy'] });
    expect([redial.status, redial.body.code]).toEqual([409, 'nothing_to_redial']);
  });

  test('removes events in their order up to one with a pending delivery', async () => {
    const receiver = await startReceiver(longAnswer);
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);
    await deliver(server);
    pass(server, dayMs);
    await givenEndedRun(member);
    await deliver(server);
    const tables = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'];
    const counts = () => Promise.all(tables.map((table) => rowsIn(table)));
    expect(await counts()).toEqual([4, 2, 2]);
    const [newer, older] = (await member.get('/api/v1/webhooks/deliveries')).body.items;
    await member.post(`/api/v1/webhooks/deliveries/${newer.id}/replay`);
    await keep(member, { events_days: 10 });
    pass(server, 20 * dayMs);

    await applyRetention(server.app);

    expect((await member.get(`/api/v1/webhooks/deliveries/${older.id}`)).status).toBe(404);
    expect((await member.get(`/api/v1/webhooks/deliveries/${newer.id}`)).status).toBe(200);
    await deliver(server);
    await applied();
    expect(await counts()).toEqual([0, 0, 0]);
    expect(receiver.heard()).toHaveLength(3);
  });

  test('removes audit events, which the tables still refuse to everybody else', async () => {
    await member.post('/api/v1/auth/api-keys', { name: 'CRM' });
    const other = await newOrganization({ server });
    await other.post('/api/v1/auth/api-keys', { name: 'CRM' });
    pass(server, 100 * dayMs);
    await keep(member, { audit_days: 90 });
    const remove = sql`delete from audit_events where organization_id = ${member.organization_id}`;

    expect(await applied()).toBe(1);

    const events = await eventsOf(member, { organization_id: member.organization_id });
    expect(events.map(({ action }) => action)).toEqual(['retention.updated']);
    expect(await rowsIn('audit_events', other)).toBe(1);
    await expect(remove.execute(server.app.db)).rejects.toThrow('append-only');
    // A setting that outlives its transaction names that one.
    await expect(
      server.app.db.connection().execute(async (db) => {
        await sql`select set_config('audit.removing', pg_current_xact_id()::text, false)`.execute(
          db,
        );
        await remove.execute(db);
      }),
    ).rejects.toThrow('append-only');
    // Nor is the permit of another transaction, which deletes it.
    const { db } = server.app;
    expect(await db.selectFrom('permitted_changes').selectAll().execute()).toEqual([]);
    const left = await db
      .insertInto('permitted_changes')
      .values({ erasure_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(remove.execute(db)).rejects.toThrow('append-only');
    await db.deleteFrom('permitted_changes').where('id', '=', left.id).execute();
  });

  test('leaves one audit event for each kind and day on which something went', async () => {
    server.setNow(later(`${server.app.now().slice(0, 10)}T02:00:00.000Z`, dayMs));
    await givenCall(member);
    pass(server, 2 * hourMs);
    await givenCall(member);
    await keep(member, { transcripts_days: 1, contexts_days: 1 });
    pass(server, dayMs - 2 * hourMs);
    expect(await applied()).toBe(2);
    pass(server, hourMs);
    expect(await applied()).toBe(2);
    const day = server.app.now().slice(0, 10);
    const { organization_id } = member;
    const events = () => eventsOf(member, { organization_id, action: 'retention.applied' });
    expect(await events()).toEqual([]);

    for (let days = 0; days < 2; days += 1) {
      pass(server, dayMs);
      await applied();
    }

    const shown = (await events()).map(({ actor, after }) => [actor.kind, after]);
    expect(shown).toHaveLength(2);
    for (const kind of ['transcripts', 'contexts'])
      expect(shown).toContainEqual(['system', { kind, day, removed: 2 }]);
  });

  test('is over when it is taken back, after what went was reported', async () => {
    await givenCall(member);
    await keep(member, { transcripts_days: 1 });
    pass(server, 2 * dayMs);
    expect(await applied()).toBe(1);
    const second = await givenCall(member);
    await keep(member, {});
    pass(server, 2 * dayMs);

    expect(await applied()).toBe(0);
    expect(await applied()).toBe(0);

    expect((await runOf(member, second)).recording_url).toBe(content.recording_url);
    expect(await rowsIn('retention_work')).toBe(0);
    const { organization_id } = member;
    const events = await eventsOf(member, { organization_id, action: 'retention.applied' });
    expect(events).toHaveLength(1);
  });
});
