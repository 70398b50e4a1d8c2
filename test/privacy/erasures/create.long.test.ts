import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eraseDue } from '../../../src/privacy/erasures/eraser.ts';
import { later } from '../../../src/timestamp.ts';
import { contactsOf, givenCallableCampaign } from '../../campaigns/lifecycle/given.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { givenCallable, until } from '../../telephony/calls/given.ts';
import { givenConfiguration, givenNumber } from '../../telephony/given.ts';
import { deliver, givenEndpoint, startReceiver } from '../../webhooks/given.ts';
import { givenRun, givenWorkflow } from '../../workflows/given.ts';
import {
  dropErasures,
  erase,
  eraseUntilDone,
  erasuresPath,
  givenErasure,
  guideNumber,
  guideSpellings,
} from '../given.ts';

const ada = '+12025550185';
const ben = '+12025550141';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterEach(() => dropErasures(server));
afterAll(() => server.close());

const post = (member: Member, phone_number = ada) => member.post(erasuresPath, { phone_number });

/** A call to a number that has ended, with what was said in it. */
async function givenCall(member: Member, to_number = ada) {
  const workflow = await givenWorkflow(member, { versions: ['published'] });
  const now = member.server.app.now();
  const id = await givenRun(member, workflow, {
    mode: 'ad_hoc',
    name: `Call to ${to_number}`,
    to_number,
    state: 'completed',
    outcome: 'completed',
    started_at: now,
    ended_at: now,
    initial_context: JSON.stringify({ first_name: 'Ada' }),
    gathered_context: JSON.stringify({ consent_given: true, consent_ts: now }),
    transcript: JSON.stringify([{ role: 'caller', at: now, text: 'I am Ada Lovelace.' }]),
  });
  return { id, path: `/api/v1/runs/${id}`, workflow };
}

describe('createErasure', () => {
  test('answers the receipt in progress, which does not show the number', async () => {
    const member = await newOrganization({ server });

    const { status, body, headers } = await post(member, '+1 (202) 555-0185');

    expect([status, headers.get('location')]).toEqual([202, `${erasuresPath}/${body.id}`]);
    expect(body).toMatchObject({ status: 'in_progress', completed_at: null });
    expect(JSON.stringify(body)).not.toContain('5550185');
    expect((await member.get(erasuresPath)).body.items).toEqual([body]);
  });

  test.each(['0202', '202-555-0185', '+12'])('refuses %j, which is no number', async (text) => {
    const member = await newOrganization({ server });

    const { status, body } = await post(member, text);

    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'phone_number']]);
  });

  test("refuses a number that the organization calls from, but not another one's", async () => {
    const [member, other] = [await newOrganization({ server }), await newOrganization({ server })];
    await givenNumber(member, await givenConfiguration(member), { phone_number: ada });

    const refused = await post(member);

    expect([refused.status, refused.body.code]).toEqual([409, 'own_phone_number']);
    expect((await post(other)).status).toBe(202);
  });

  test('refuses the hundred and first in progress', async () => {
    const member = await newOrganization({ server });
    for (let made = 0; made < 100; made += 1)
      await givenErasure(member, `+1202555${String(made).padStart(4, '0')}`);

    const refused = await post(member);

    expect([refused.status, refused.body.code, refused.body.limit]).toEqual([
      409,
      'limit_reached',
      100,
    ]);
  });

  test('answers the same receipt while the number is erased, also to many at once, and another one afterwards', async () => {
    const member = await newOrganization({ server });

    const at_once = await Promise.all(Array.from({ length: 5 }, () => post(member)));
    const ids = new Set(at_once.map(({ body }) => body.id));
    const [id = 0] = ids;
    await eraseUntilDone(server, { token: member.token, id });
    const again = await post(member);

    expect([at_once.map(({ status }) => status), ids.size]).toEqual([Array(5).fill(202), 1]);
    expect(again.body.id).not.toBe(id);
    expect(again.body.phone_number_hmac).toBe(at_once[0]?.body.phone_number_hmac);
    await eraseUntilDone(server, { token: member.token, id: again.body.id });
  });

  test('gives the same number another HMAC in another organization', async () => {
    const answers = [];
    for (let made = 0; made < 2; made += 1)
      answers.push((await post(await newOrganization({ server }))).body.phone_number_hmac);

    expect(new Set(answers).size).toBe(2);
  });

  test('puts the number on the do-not-call list for good, without what was written about it', async () => {
    const member = await newOrganization({ server });
    const entry = {
      phone_number: ada,
      reason: 'Ada is on holiday',
      expires_at: later(server.app.now(), 9e6),
    };
    await member.post('/api/v1/do-not-call', { phone_numbers: [entry] });

    await erase(member, ada);

    const { body } = await member.get('/api/v1/do-not-call');
    expect(body.items).toMatchObject([{ phone_number: ada, reason: null, expires_at: null }]);
  });

  test('strips the calls of the person, keeps what they count for, and takes no result of them', async () => {
    const member = await newOrganization({ server });
    const call = await givenCall(member);
    const other = await givenCall(member, ben);
    const before = (await member.get(other.path)).body;
    const result = `/api/v1/runs/${call.id}/result`;

    const { counts } = await erase(member, ada);

    const { body } = await member.get(call.path);
    expect(body).toMatchObject({
      name: 'Erased',
      to_number: null,
      state: 'completed',
      outcome: 'completed',
    });
    expect(body).toMatchObject({ initial_context: {}, gathered_context: {}, transcript: null });
    expect(counts).toMatchObject({ runs: 1 });
    expect((await member.get(other.path)).body).toEqual(before);
    expect((await member.get(call.workflow.path)).body.total_runs).toBe(1);
    const analysis = { call_summary: 'Ada confirmed.' };
    expect((await member.post(result, { analysis })).status).toBe(404);
    const at = server.app.now();
    const part = { append: true, transcript: [{ index: 0, role: 'caller', at, text: 'Ada' }] };
    expect((await member.post(result, part)).status).toBe(404);
    const mark = `${call.workflow.path}/runs/${call.id}/mark-consent`;
    expect((await member.post(mark, { consent_given: true })).status).toBe(404);
  });

  test('replaces the number in what others said, and leaves the rest of it', async () => {
    const member = await newOrganization({ server });
    const { id } = await givenCall(member, ben);
    const said = (text: string) => JSON.stringify([{ role: 'caller', text, at: server.app.now() }]);
    await server.app.db
      .updateTable('workflow_runs')
      .set({ transcript: said('My wife Ada has (202) 555-0185.') })
      .where('id', '=', id)
      .execute();

    const { counts } = await erase(member, ada);

    const { body } = await member.get(`/api/v1/runs/${id}`);
    expect(body.transcript[0].text).toBe('My wife Ada has [erased].');
    expect(body.to_number).toBe(ben);
    expect(counts).toMatchObject({ runs: 0, other_texts: 1 });
  });

  test('finds every spelling of the guide in a row of its own', async () => {
    const member = await newOrganization({ server });
    const { db } = server.app;
    const ts = server.app.now();
    const texts = guideSpellings().map(({ text }) => `Call ${text} now`);
    const { id } = await givenCallableCampaign(member);
    await db
      .insertInto('campaign_logs')
      .values(
        texts.map((message) => ({
          organization_id: member.organization_id,
          campaign_id: id,
          ts,
          level: 'info',
          event: 'note',
          message,
        })),
      )
      .execute();

    await erase(member, guideNumber);

    const left = await db
      .selectFrom('campaign_logs')
      .select('message')
      .where('campaign_id', '=', id)
      .where('message', 'in', texts)
      .execute();
    const missed = guideSpellings().filter(({ found }) => !found);
    expect(left.map(({ message }) => message)).toEqual(
      missed.map(({ text }) => `Call ${text} now`),
    );
  });

  test('leaves names and URLs valid that contain the number', async () => {
    const member = await newOrganization({ server });
    const key = { name: 'Agent', connector_name: 'crm-12025550185', scopes: ['read'] };
    const { status, body: made } = await member.post('/api/v1/auth/api-keys', key);
    expect(status).toBe(201);

    await erase(member, ada);

    const { body } = await member.get('/api/v1/auth/api-keys');
    expect(body.items.find(({ id }: { id: number }) => id === made.id)).toMatchObject({
      connector_name: 'crm-erased',
    });
  });

  test('removes the events of its calls, delivered or not, and no others', async () => {
    const member = await newOrganization({ server });
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url);
    const { workflow_id } = await givenCallable(member);
    const place = async (to_number: string) => {
      const path = '/api/v1/telephony/initiate-call';
      const { body } = await member.post(path, { workflow_id, to_number });
      await member.post(`/api/v1/runs/${body.id}/hang-up`);
      return body.id;
    };
    const [delivered, pending] = [await place(ada), await place(ben)];
    await deliver(server);
    await place(ada);
    const before = (await member.get('/api/v1/webhooks/deliveries')).body.items;
    expect(before.length).toBe(4);

    const { counts } = await erase(member, ada);

    const left = (await member.get('/api/v1/webhooks/deliveries')).body.items;
    expect(left.map(({ run_id }: { run_id: number }) => run_id)).toEqual([pending, pending]);
    expect((await member.get('/api/v1/events')).body.items.length).toBe(2);
    expect(counts).toMatchObject({ runs: 2, events: 2, deliveries: 2 });
    expect(delivered).toBeLessThan(pending);
    await deliver(server);
    expect((await member.get('/api/v1/webhooks/deliveries')).body.items).toEqual(left);
  });

  test('removes a contact from a running campaign, whose totals stay right', async () => {
    const member = await newOrganization({ server });
    const numbers = [ada, ben, '+12025550155'];
    const campaign = await givenCallableCampaign(member, { numbers });
    await member.post(`${campaign.path}/start`);
    const unstarted = await givenCallableCampaign(member, {
      numbers: [ada, ben],
      beside: campaign,
    });

    const { counts } = await erase(member, ada);

    expect((await member.get(campaign.path)).body).toMatchObject({
      total_rows: 2,
      state: 'running',
    });
    expect((await member.get(`${campaign.path}/progress`)).body).toMatchObject({ total_rows: 2 });
    expect(await contactsOf(member, campaign)).toHaveLength(2);
    expect((await member.get(unstarted.path)).body.total_rows).toBe(1);
    expect(counts).toMatchObject({ contacts: 1, source_rows: 2 });
    await member.post(`${unstarted.path}/start`);
    expect(await contactsOf(member, unstarted)).toHaveLength(1);
  });

  test('hangs up a call in progress, waits for its end, and erases it then', async () => {
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member, { ring_ms: 60_000 });
    const path = '/api/v1/telephony/initiate-call';
    const { body: run } = await member.post(path, { workflow_id, to_number: '+12025550100' });
    await server.app.calls.place({ id: run.id, organization_id: member.organization_id });
    const show = async () => (await member.get(`/api/v1/runs/${run.id}`)).body;
    const { body } = await post(member, '+12025550100');

    await eraseDue(server.app);
    const waiting = (await member.get(`${erasuresPath}/${body.id}`)).body;
    const asked = await show();
    await server.app.calls.hangUp();
    await server.app.calls.settled();
    await until(show, ({ state }) => state === 'completed');
    await eraseUntilDone(server, { token: member.token, id: body.id });

    expect([
      waiting.status,
      waiting.counts.runs,
      asked.to_number,
      asked.state === 'completed',
    ]).toEqual(['in_progress', 0, '+12025550100', false]);
    expect(await show()).toMatchObject({ to_number: null, outcome: 'canceled' });
  });

  test("leaves another organization's data of the same person alone, also when both erase at once", async () => {
    const [member, other] = [await newOrganization({ server }), await newOrganization({ server })];
    const [own, theirs] = [await givenCall(member), await givenCall(other)];
    await other.post('/api/v1/consents', {
      phone_number: ada,
      purpose: 'reminders',
      obtained_at: '2026-01-02T11:00:00.000Z',
      source: 'Form',
    });
    const shown = async () => [
      (await other.get(theirs.path)).body,
      (await other.get('/api/v1/consents')).body,
      (await other.get('/api/v1/do-not-call')).body,
    ];
    const before = await shown();

    await erase(member, ada);

    expect(await shown()).toEqual(before);
    expect((await member.get(own.path)).body.to_number).toBeNull();
    const both = await Promise.all([post(member, ben), post(other)]);
    for (const [index, { body }] of both.entries())
      await eraseUntilDone(server, { token: [member, other][index]!.token, id: body.id });
    expect((await other.get(theirs.path)).body.to_number).toBeNull();
  });

  test('refuses keys without the scope, which no key has by default', async () => {
    const member = await newOrganization({ server });
    const allowed = await newOrganization({ server, scopes: ['privacy:write'] });
    const send = (sender: Member) =>
      sender.send('POST', erasuresPath, { key: sender.key, body: { phone_number: ada } });

    expect((await send(member)).body).toMatchObject({ required_scope: 'privacy:write' });
    expect((await send(allowed)).status).toBe(202);
  });

  test('works on organizations in turns, whatever one of them has begun', async () => {
    const [greedy, modest] = [await newOrganization({ server }), await newOrganization({ server })];
    const ids = [];
    for (const ending of ['0181', '0182', '0183'])
      ids.push((await post(greedy, `+1202555${ending}`)).body.id);
    const { body } = await post(modest);
    const isDone = async (member: Member, id: number) =>
      (await member.get(`${erasuresPath}/${id}`)).body.status === 'completed';
    server.setNow(server.app.now());

    for (let batches = 0; !(await isDone(modest, body.id)); batches += 1) {
      expect(batches).toBeLessThan(500);
      // One batch.
      await eraseDue(server.app, 0);
      server.setNow(later(server.app.now(), 1000));
    }

    expect(await isDone(greedy, ids[2])).toBe(false);
  });
});
