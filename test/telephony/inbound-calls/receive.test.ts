import { describe, expect, test } from 'vitest';
import { removeOld } from '../../../src/telephony/inbound-calls/queries.ts';
import { signatureHeader } from '../../../src/telephony/simulation/signature.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { together } from '../../support/together.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { callBackRaw, eventsOf, stateOf } from '../calls/given.ts';
import { givenConfiguration, givenNumber } from '../given.ts';
import { busy, caller, givenInbound, inboundPath, ours, rejected, report, ring } from './given.ts';

const taken = '<Response></Response>';

describe('receiveInboundCall', () => {
  test('makes a run of the published version, in progress, with both numbers', async () => {
    const called = await givenInbound();

    const answer = await ring(called, 'CA1');

    expect([answer.status, answer.text]).toEqual([200, taken]);
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const [run, ...others] = await called.runs();
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      workflow_id: called.workflow.id,
      workflow_version: 1,
      name: `Call from ${caller}`,
      mode: 'inbound',
      state: 'running',
      outcome: null,
      to_number: ours,
      from_number: caller,
      telephony_configuration_id: called.config_id,
      campaign_id: null,
      carrier_call_id: 'CA1',
      placed_at: run.created_at,
      answered_at: null,
      attempt_number: 1,
    });
    const session = await called.member.get(`/api/v1/runs/${run.id}/session`);
    expect(session.body).toMatchObject({ mode: 'inbound', from_number: caller });
  });

  test('follows the call to its end by the reports about it, and announces it', async () => {
    const called = await givenInbound();
    await ring(called, 'CA1');
    const [{ id }] = await called.runs();

    const answered = await report(called, 'CA1', 'answered');
    const talking = await stateOf(called.member, id);
    await report(called, 'CA1', 'completed');
    const done = await stateOf(called.member, id);
    const late = await report(called, 'CA1', 'failed');

    expect([answered.status, answered.text]).toEqual([200, taken]);
    expect(talking).toMatchObject({ state: 'running', started_at: expect.any(String) });
    expect(done).toMatchObject({ state: 'completed', outcome: 'completed', failure: null });
    expect((await eventsOf(called.member, id)).map(({ event }) => event)).toEqual([
      'call_ended',
      'call_analyzed',
    ]);
    expect(late.status).toBe(200);
    expect(await stateOf(called.member, id)).toEqual(done);
    const { body } = await called.member.get(`/api/v1/runs/${id}`);
    expect(body.duration_seconds).toEqual(expect.any(Number));
  });

  test.each(['busy', 'no_answer', 'failed', 'canceled'])(
    'ends a call that its caller gave up before it was answered as %s',
    async (status) => {
      const called = await givenInbound();
      await ring(called, 'CA1');

      await report(called, 'CA1', status);

      expect((await called.runs())[0]).toMatchObject({ outcome: status, answered_at: null });
    },
  );

  test.each(['anonymous', 'sip:ada@example.com', '', '+86282452253', '+17378742833'])(
    'takes a call from %j',
    async (from) => {
      const called = await givenInbound();

      await ring(called, 'CA1', { from });

      expect((await called.runs())[0]).toMatchObject({
        from_number: null,
        name: 'Call from a hidden number',
      });
    },
  );

  test('sends the events of a call in progress where they are chosen', async () => {
    const called = await givenInbound();
    const { member } = called;
    await member.post('/api/v1/webhooks/endpoints', {
      url: 'http://127.0.0.1:9/',
      events: ['call_queued', 'call_ringing', 'call_answered'],
    });

    await ring(called, 'CA1');
    await report(called, 'CA1', 'ringing');
    await report(called, 'CA1', 'answered');

    const [{ id }] = await called.runs();
    expect((await eventsOf(member, id)).map(({ event }) => event)).toEqual([
      'call_ringing',
      'call_answered',
    ]);
  });
});

describe('receiveInboundCall of a call that is received again', () => {
  test('gives the same answer and makes no second run, also at once', async () => {
    const called = await givenInbound({ limit: 1 });

    const answers = await together(
      called.member.server,
      Array.from({ length: 6 }, () => () => ring(called, 'CA1')),
    );
    const again = await ring(called, 'CA1');

    expect(new Set([...answers, again].map(({ text }) => text))).toEqual(new Set([taken]));
    expect(await called.runs()).toHaveLength(1);
  });

  test('takes it after its process was stopped before the answer', async () => {
    const called = await givenInbound({ credentials: { voice_url: 'https://a.example.com/v' } });
    const first = await ring(called, 'CA1');

    const again = await ring(called, 'CA1');

    const [{ id }] = await called.runs();
    expect(again.text).toBe(first.text);
    expect(again.text).toContain(`run_id=${id}&#38;`);
  });

  test('rejects it again, also when it could be taken now', async () => {
    const called = await givenInbound({ limit: 1 });
    await ring(called, 'CA1');
    const first = await ring(called, 'CA2');
    await report(called, 'CA1', 'completed');

    const again = await ring(called, 'CA2');

    expect([first.text, again.text]).toEqual([busy, busy]);
    expect(await called.runs()).toHaveLength(1);
  });

  test('rejects it after its end', async () => {
    const called = await givenInbound();
    await ring(called, 'CA1');
    await report(called, 'CA1', 'canceled');

    expect((await ring(called, 'CA1')).text).toBe(rejected);
    expect(await called.runs()).toHaveLength(1);
  });

  test('takes the same id of another configuration for another call', async () => {
    const [one, other] = [await givenInbound(), await givenInbound()];

    await ring(one, 'CA1');
    await ring(other, 'CA1');

    expect(await one.runs()).toHaveLength(1);
    expect(await other.runs()).toHaveLength(1);
  });

  test('forgets calls of more than a week ago, and keeps their runs', async () => {
    const called = await givenInbound();
    const { app } = called.member.server;
    await ring(called, 'CA1');
    await report(called, 'CA1', 'completed');
    const remaining = () =>
      app.db
        .selectFrom('inbound_calls')
        .select('run_id')
        .where('telephony_configuration_id', '=', called.config_id)
        .execute();

    await removeOld(app.db, later(app.now(), 6 * 86_400_000));
    const before = await remaining();
    await removeOld(app.db, later(app.now(), 8 * 86_400_000));

    expect([before.length, (await remaining()).length]).toEqual([1, 0]);
    expect(await called.runs()).toHaveLength(1);
  });
});

describe('receiveInboundCall that cannot take a call', () => {
  test('gives the busy signal without a free slot, and takes calls again with one', async () => {
    const called = await givenInbound({ limit: 2 });

    const answers = await together(
      called.member.server,
      ['CA1', 'CA2', 'CA3', 'CA4'].map((id) => () => ring(called, id)),
    );
    const shown = await called.number();
    for (const { carrier_call_id } of await called.runs())
      await report(called, carrier_call_id, 'completed');
    const next = await ring(called, 'CA5');

    expect(answers.map(({ text }) => text).toSorted()).toEqual(
      [busy, busy, taken, taken].toSorted(),
    );
    expect(shown.last_inbound_rejection).toEqual({
      reason: 'no_free_slot',
      rejected_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(next.text).toBe(taken);
  });

  test('rejects a number that the configuration does not have, or that is none', async () => {
    const called = await givenInbound();
    const other = await givenConfiguration(called.member);
    await givenNumber(called.member, other, { phone_number: '+12025550197' });

    for (const to of ['+12025550197', '+12025550198', 'sip:front-desk', ''])
      expect((await ring(called, `CA${to}`, { to })).text).toBe(rejected);

    expect(await called.runs()).toEqual([]);
    expect((await called.number()).last_inbound_rejection).toBeNull();
  });

  test('rejects calls to a number without a workflow', async () => {
    const called = await givenInbound();
    const phone_number = '+12025550197';
    await givenNumber(called.member, called.config_id, { phone_number });

    expect((await ring(called, 'CA1', { to: phone_number })).text).toBe(rejected);
    expect(await called.runs()).toEqual([]);
  });

  test('rejects calls while the workflow is archived, and takes them afterwards', async () => {
    const called = await givenInbound();
    await called.member.post(`${called.workflow.path}/archive`);

    const answer = await ring(called, 'CA1');
    const shown = await called.number();
    await called.member.post(`${called.workflow.path}/unarchive`);
    const next = await ring(called, 'CA2');

    expect([answer.text, next.text]).toEqual([rejected, taken]);
    expect(shown).toMatchObject({
      inbound_workflow_id: called.workflow.id,
      last_inbound_rejection: { reason: 'workflow_archived' },
    });
    expect(await called.runs()).toHaveLength(1);
  });

  test('rejects calls while the workflow has no published version', async () => {
    const called = await givenInbound();
    const { member, number_id } = called;
    const draft = await givenWorkflow(member, { versions: ['draft'] });
    await member.server.app.db
      .updateTable('phone_numbers')
      .set({ inbound_workflow_id: draft.id })
      .where('id', '=', number_id)
      .execute();

    const answer = await ring(called, 'CA1');
    await member.post(`${draft.path}/publish`);
    const next = await ring(called, 'CA2');

    expect(answer.text).toBe(rejected);
    expect((await called.number()).last_inbound_rejection.reason).toBe('workflow_not_published');
    expect([next.text, (await called.runs())[0]?.workflow_id]).toEqual([taken, draft.id]);
  });

  test('does not look at the do-not-call list, which a caller may be on', async () => {
    const called = await givenInbound();
    await called.member.post('/api/v1/do-not-call', { phone_numbers: [caller, ours] });

    expect((await ring(called, 'CA1')).text).toBe(taken);
  });
});

describe('receiveInboundCall without a valid signature', () => {
  const call = { call_id: 'CA1', status: 'ringing', direction: 'inbound', from: caller, to: ours };

  test.each([
    ['without a signature', { [signatureHeader]: '' }],
    ['with another', { [signatureHeader]: '0'.repeat(64) }],
  ])('refuses a call %s, and makes no run', async (_, headers) => {
    const called = await givenInbound();

    const answer = await callBackRaw(called.member, called.path, JSON.stringify(call), headers);

    expect([answer.status, answer.body.code]).toEqual([403, 'signature_invalid']);
    expect(await called.runs()).toEqual([]);
  });

  test("refuses a signature of another configuration's address", async () => {
    const [mine, theirs] = [await givenInbound(), await givenInbound()];
    const raw = JSON.stringify(call);
    const signed = await callBackRaw(mine.member, mine.path, raw);

    const answer = await theirs.member.server.send('POST', theirs.path, {
      raw,
      headers: { 'content-type': 'application/json', [signatureHeader]: '1'.repeat(64) },
    });

    expect([signed.status, answer.status]).toEqual([200, 403]);
    expect(await theirs.runs()).toEqual([]);
  });

  test('refuses unknown configurations, large bodies and other types', async () => {
    const called = await givenInbound();
    const { member, path } = called;
    const large = JSON.stringify({ ...call, padding: 'x'.repeat(65_536) });
    const type = { 'content-type': 'text/plain' };

    const answers = [
      await callBackRaw(member, inboundPath(2_000_000_000), JSON.stringify(call)),
      await callBackRaw(member, inboundPath(called.config_id, 'twilio'), JSON.stringify(call), {
        'x-twilio-signature': 'x',
      }),
      await callBackRaw(member, path, large),
      await callBackRaw(member, path, JSON.stringify(call), type),
      await callBackRaw(member, path, '[]'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 413, 415, 422]);
    expect(await called.runs()).toEqual([]);
  });
});

describe("Reports of another organization's call", () => {
  test('change nothing', async () => {
    const mine = await givenInbound();
    const theirs = { path: mine.path, member: await newOrganization() };
    await ring(mine, 'CA1');
    const other = inboundPath(await givenConfiguration(theirs.member));

    await report({ ...theirs, path: other }, 'CA1', 'completed');
    await report(mine, 'CA2', 'completed');

    expect((await mine.runs())[0]).toMatchObject({ state: 'running', outcome: null });
  });
});
