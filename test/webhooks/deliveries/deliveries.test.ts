import { describe, expect, test } from 'vitest';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  deliveriesPath,
  givenEndedRun,
  givenEndedRuns,
  givenEndpoint,
  hourMs,
  pass,
  secondMs,
  startReceiver,
  givenMember,
} from '../given.ts';

const server = ownServer();

const aMember = () => givenMember(server);

describe('listWebhookDeliveries', () => {
  test('shows each with its status, newest first, in pages', async () => {
    const member = await aMember();
    const receiver = await startReceiver();
    const endpoint = await givenEndpoint(member, receiver.url);
    const [run] = await givenEndedRuns(member, [{}]);
    await deliver(server);

    const first = await member.get(`${deliveriesPath}?limit=1`);
    const second = await member.get(`${deliveriesPath}?limit=1&cursor=${first.body.next_cursor}`);

    expect(first.body.items).toMatchObject([{ event_type: 'call_analyzed', run_id: run }]);
    expect(second.body.items).toEqual([
      {
        id: expect.any(Number),
        endpoint_id: endpoint.id,
        event_id: receiver.received[0]?.id,
        event_type: 'call_ended',
        event_sequence: 1,
        run_id: run,
        campaign_id: null,
        status: 'delivered',
        attempt_count: 1,
        last_status: 204,
        next_attempt_at: null,
        created_at: server.app.now(),
        settled_at: server.app.now(),
      },
    ]);
    expect(second.body.next_cursor).toBeNull();
  });

  test('filters by endpoint, type, event, status and run', async () => {
    const member = await aMember();
    const receiver = await startReceiver();
    const [a, b] = [
      await givenEndpoint(member, receiver.url),
      await givenEndpoint(member, 'http://127.0.0.1:9/'),
    ];
    const [one, two] = await givenEndedRuns(member, [{}, {}]);
    await deliver(server);
    const count = async (query: string) => (await deliveriesOf(member, query)).length;

    expect(await count('')).toBe(8);
    expect(await count(`&endpoint_id=${a.id}`)).toBe(4);
    expect(await count('&event_type=call_ended')).toBe(4);
    expect(await count('&status=pending')).toBe(4);
    expect(await count('&status=delivered')).toBe(4);
    expect(await count('&status=failed')).toBe(0);
    expect(await count(`&run_id=${one}`)).toBe(4);
    const [{ event_id, event_sequence }] = await deliveriesOf(member);
    const ofEvent = await deliveriesOf(member, `&event_sequence=${event_sequence}`);
    expect(ofEvent.map((each: { event_id: string }) => each.event_id)).toEqual([
      event_id,
      event_id,
    ]);
    expect(await count(`&event_sequence=${event_sequence}&endpoint_id=${a.id}`)).toBe(1);
    expect(await count('&event_sequence=5')).toBe(0);
    expect(
      await count(`&run_id=${two}&endpoint_id=${b.id}&event_type=call_ended&status=pending`),
    ).toBe(1);
    expect((await member.get(`${deliveriesPath}?status=lost`)).status).toBe(422);
  });
});

describe('replayWebhookDelivery', () => {
  test('sends it again with the same id and body, and a new series of retries', async () => {
    const member = await aMember();
    const receiver = await startReceiver();
    await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
    await givenEndedRun(member);
    await deliver(server);
    const [{ id }] = await deliveriesOf(member);
    pass(server, hourMs);
    receiver.reply = (_, response) => response.writeHead(500).end();

    const { status, body } = await member.post(`${deliveriesPath}/${id}/replay`);
    await deliver(server);

    expect(status).toBe(202);
    expect(body).toMatchObject({
      id,
      status: 'pending',
      next_attempt_at: server.app.now(),
      settled_at: null,
    });
    const [first, second] = receiver.received;
    expect([second?.id, second?.text]).toEqual([first?.id, first?.text]);
    const { body: shown } = await member.get(`${deliveriesPath}/${id}`);
    expect(shown).toMatchObject({ status: 'pending', attempt_count: 2, last_status: 500 });
    const waits = Date.parse(shown.next_attempt_at) - Date.parse(server.app.now());
    expect(Math.abs(waits - 5 * secondMs)).toBeLessThanOrEqual(500);
    expect(shown.attempts.map(({ status: each }: { status: number }) => each)).toEqual([204, 500]);
  });

  test('of call_analyzed waits for its call_ended', async () => {
    const member = await aMember();
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    await givenEndpoint(member, receiver.url);
    const run = await givenEndedRun(member);
    await deliver(server);
    const [ended, analyzed] = await deliveriesOf(member);

    const { body } = await member.post(`${deliveriesPath}/${analyzed.id}/replay`);
    await deliver(server);

    expect(body).toMatchObject({ status: 'pending', next_attempt_at: null });
    expect(receiver.heard()).toEqual([`call_ended ${run}`]);

    receiver.reply = (_, response) => response.writeHead(204).end();
    await member.post(`${deliveriesPath}/${ended.id}/replay`);
    await deliver(server);

    expect(receiver.heard().slice(1)).toEqual([`call_ended ${run}`, `call_analyzed ${run}`]);
  });

  test('is refused while the endpoint is disabled, and changes nothing', async () => {
    const member = await aMember();
    const { path } = await givenEndpoint(member, 'http://127.0.0.1:9/');
    await givenEndedRun(member);
    await deliver(server);
    await member.post(`${path}/disable`);
    const [before] = await deliveriesOf(member);

    const answer = await member.post(`${deliveriesPath}/${before.id}/replay`);

    expect([answer.status, answer.body.code]).toEqual([409, 'webhook_endpoint_disabled']);
    expect((await deliveriesOf(member))[0]).toEqual(before);
  });
});
