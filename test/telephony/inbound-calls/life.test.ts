import { describe, expect, test } from 'vitest';
import { runToken } from '../../../src/auth/run-tokens.ts';
import { later } from '../../../src/timestamp.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { withCarriers } from '../calls/with-carriers.ts';
import { stateOf, until } from '../calls/given.ts';
import { carrierFor } from '../hang-ups/given.ts';
import { busy, caller, givenInbound, ours, report, ring } from './given.ts';

const server = ownServer();

async function givenCall(options: Parameters<typeof givenInbound>[0] = {}) {
  const called = await givenInbound({ server, ...options });
  await ring(called, 'call-1');
  const [{ id }] = await called.runs();
  return { ...called, id };
}

const liveOf = (id: number) =>
  server.app.db.selectFrom('live_calls').selectAll().where('run_id', '=', id).executeTakeFirst();

describe('An inbound call', () => {
  test('takes a slot of the organization, and calls that are placed take its own', async () => {
    const { member, workflow } = await givenCall({ limit: 1 });
    await server.app.db
      .updateTable('telephony_configurations')
      .set({ is_default_outbound: true })
      .where('organization_id', '=', member.organization_id)
      .execute();
    const call = { workflow_id: workflow.id, to_number: '+12025550100', from_number: ours };

    const answer = await member.post('/api/v1/telephony/initiate-call', call);

    expect([answer.status, answer.body.code]).toEqual([429, 'concurrent_call_limit_reached']);
  });

  test('is never placed: no sweep takes it, and nothing waits for it', async () => {
    const { id, member } = await givenCall();

    const live = await liveOf(id);
    const started = performance.now();
    await member.post('/api/v1/do-not-call', { phone_numbers: [ours] });

    expect(live).toMatchObject({ state: 'ringing', lease_until: null, due_at: null });
    expect(performance.now() - started).toBeLessThan(2500);
    expect(await liveOf(id)).toMatchObject({ state: 'ringing' });
  });

  test.each([
    ['rings', false],
    ['is in progress', true],
  ])(
    'is hung up while it %s, and ends as canceled when its carrier reports it',
    async (_, talks) => {
      const called = await givenCall();
      const { app, asked } = carrierFor(server);
      if (talks) await report(called, 'call-1', 'answered');

      const answer = await called.member.post(`/api/v1/runs/${called.id}/hang-up`);
      await app.calls.hangUp();
      await app.calls.settled();
      await report(called, 'call-1', 'completed');

      expect(answer.status).toBe(202);
      expect(asked.filter(({ carrier_call_id }) => carrier_call_id === 'call-1')).toMatchObject([
        { answered: talks },
      ]);
      expect(await stateOf(called.member, called.id)).toMatchObject({ outcome: 'canceled' });
      expect((await ring(called, 'call-2')).status).toBe(200);
    },
  );

  test('ends by its carrier when the report of its end was lost', async () => {
    const called = await givenCall({ workflow_configurations: { max_call_duration_seconds: 60 } });
    await report(called, 'call-1', 'answered');
    const { id, member } = called;
    const { deadline_at, ask_at } = (await liveOf(id))!;
    const at = later(deadline_at, -1000);
    const app = withCarriers(server, {
      simulated: {
        ...server.app.calls.carriers.simulated,
        status: async (_, { carrier_call_id }) => ({
          kind: 'ended',
          status: 'completed',
          carrier_call_id: carrier_call_id ?? '',
          at,
        }),
      },
    });
    await server.app.db
      .updateTable('live_calls')
      .set({ ask_at: server.app.now() })
      .where('run_id', '=', id)
      .execute();

    await app.calls.checkStatuses();

    expect(ask_at).toBe(deadline_at);
    expect(await stateOf(member, id)).toMatchObject({ outcome: 'completed', ended_at: at });
    expect(await liveOf(id)).toBeUndefined();
  });

  test('is queried after a minute if nothing was reported, and is not given back', async () => {
    const { id, member } = await givenCall();
    const { ask_at, placing_at } = (await liveOf(id))!;
    const app = withCarriers(server, {
      simulated: {
        ...server.app.calls.carriers.simulated,
        status: async () => ({ kind: 'never_placed' }),
      },
    });
    await server.app.db
      .updateTable('live_calls')
      .set({ ask_at: server.app.now() })
      .where('run_id', '=', id)
      .execute();

    await app.calls.checkStatuses();

    expect(ask_at).toBe(later(placing_at!, 60_000));
    expect(await stateOf(member, id)).toMatchObject({ state: 'running', outcome: null });
    expect(await liveOf(id)).toMatchObject({ state: 'ringing' });
  });

  test('takes a transcript in parts, a result and consent with its token', async () => {
    const called = await givenCall();
    const { id, member } = called;
    const { organization_id } = member;
    const key = runToken(server.app.secrets, { organization_id, run_id: id });
    const turn = (index: number, text: string) => ({
      index,
      role: 'caller',
      text,
      at: server.app.now(),
    });
    const submit = (body: object) =>
      member.send('POST', `/api/v1/runs/${id}/result`, { key, body });
    await report(called, 'call-1', 'answered');

    const first = await submit({ append: true, transcript: [turn(0, 'Hello?')] });
    await submit({ append: true, transcript: [turn(1, 'Goodbye.')] });
    await report(called, 'call-1', 'completed');
    await submit({ call_disposition: 'confirmed' });

    expect(first.status).toBe(200);
    expect((await member.get(`/api/v1/runs/${id}`)).body).toMatchObject({
      outcome: 'completed',
      call_disposition: 'confirmed',
      transcript: [{ text: 'Hello?' }, { text: 'Goodbye.' }],
    });
  });

  test("puts the caller's number on the do-not-call list, not ours, when the caller opts out", async () => {
    const { id, member } = await givenCall();

    const answer = await member.post(`/api/v1/runs/${id}/result`, { opt_out: true });

    const { items } = (await member.get('/api/v1/do-not-call')).body;
    expect(answer.status).toBe(200);
    expect(items.map((row: { phone_number: string }) => row.phone_number)).toEqual([caller]);
  });

  test('schedules no call back to our own number', async () => {
    const { id, member } = await givenCall();
    const callback_at = later(server.app.now(), 3_600_000);

    const answer = await member.post(`/api/v1/runs/${id}/result`, { callback_at });

    expect(answer.status).toBe(200);
    expect((await member.get('/api/v1/telephony/scheduled-calls')).body.items).toEqual([]);
  });

  test('is not seen by others, in lists, exports or by its id', async () => {
    const { id, member } = await givenCall();
    const other = await newOrganization({ server });

    const csv = await member.get('/api/v1/runs/export?mode=inbound');

    expect((await other.get(`/api/v1/runs/${id}`)).status).toBe(404);
    expect((await other.post(`/api/v1/runs/${id}/hang-up`)).status).toBe(404);
    expect((await other.get('/api/v1/runs?mode=inbound')).body.items).toEqual([]);
    expect([csv.status, csv.text.includes(',inbound,')]).toEqual([200, true]);
  });

  test('goes on when its number and its configuration are deleted', async () => {
    const called = await givenCall({ limit: 1 });
    const { member, config_id, number_id, id } = called;
    const path = `/api/v1/organizations/telephony-configs/${config_id}`;

    const removed = await member.delete(`${path}/phone-numbers/${number_id}`);
    await report(called, 'call-1', 'completed');
    const deleted = await member.delete(path);

    expect([removed.status, deleted.status]).toEqual([204, 204]);
    expect(await stateOf(member, id)).toMatchObject({ outcome: 'completed' });
    expect((await ring(called, 'call-2')).status).toBe(404);
  });

  test('leaves its slot to the next call when it has ended', async () => {
    const called = await givenCall({ limit: 1 });
    const refused = await ring(called, 'call-2');

    await report(called, 'call-1', 'completed');
    const next = await until(
      () => ring(called, 'call-3'),
      ({ status }) => status === 200,
    );

    expect(refused.text).toBe(busy);
    expect(next.text).not.toBe(busy);
  });
});
