import { describe, expect, test } from 'vitest';
import { ownServer } from '../../support/own-server.ts';
import {
  deliver,
  deliveriesOf,
  endpointsPath,
  givenEndedRun,
  givenEndedRuns,
  givenEndpoint,
  hourMs,
  pass,
  startReceiver,
  givenMember,
} from '../given.ts';

const url = 'https://hooks.example.com/voice';

const server = ownServer();

const aMember = () => givenMember(server);

describe('replayWebhookEvents', () => {
  test.each(['2026-01-05T23:59:60Z', '9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00Z'])(
    'refuses %s, which cannot be stored',
    async (created_after) => {
      const member = await aMember();
      const { id } = await givenEndpoint(member, url);

      const answer = await member.post(`${endpointsPath}/${id}/replay`, { created_after });

      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(['body', 'created_after']);
    },
  );
});

describe('replayWebhookEvents', () => {
  test('sends the events since then again, including those from before the endpoint existed', async () => {
    const member = await aMember();
    const early = await givenEndedRun(member);
    await deliver(server);
    pass(server, hourMs);
    const since = server.app.now();
    const runs = await givenEndedRuns(member, [{}, {}]);
    const receiver = await startReceiver();
    const { path } = await givenEndpoint(member, receiver.url);
    await deliver(server);
    const firstIds = receiver.received.map(({ id }) => id);

    const again = await member.post(`${path}/replay`, { created_after: since });
    await deliver(server);

    expect(again.status).toBe(202);
    const endpoint_id = Number(path.split('/').at(-1));
    expect(again.body).toEqual({ endpoint_id, created_after: since, replayed_count: 4 });
    const listed = await member.get(again.headers.get('location') ?? '');
    expect(listed.body.items).toHaveLength(4);
    expect(receiver.received.length).toBe(8);
    expect(
      receiver.received
        .slice(4)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(firstIds.toSorted());
    for (const run of runs)
      expect(receiver.heard().slice(4).indexOf(`call_ended ${run}`)).toBeLessThan(
        receiver.heard().slice(4).indexOf(`call_analyzed ${run}`),
      );

    const all = await member.post(`${path}/replay`, { created_after: '2020-01-01T00:00:00Z' });
    await deliver(server);

    expect(all.body.replayed_count).toBe(6);
    expect(Date.parse(all.body.created_after)).toBe(
      Date.parse(server.app.now()) - 30 * 24 * hourMs,
    );
    expect(receiver.heard()).toContain(`call_analyzed ${early}`);
  });

  test('sends only subscribed events, and nothing older than 30 days', async () => {
    const member = await aMember();
    const { path } = await givenEndpoint(member, url, { events: ['call_analyzed'] });
    await member.post(`${path}/disable`);
    await givenEndedRun(member);
    await deliver(server);
    await member.post(`${path}/enable`);
    // Sessions last 30 days; keys do not expire.
    const replayed = async (since: string): Promise<number> => {
      const options = { body: { created_after: since }, key: member.key };
      return (await member.send('POST', `${path}/replay`, options)).body.replayed_count;
    };

    pass(server, 30 * 24 * hourMs);
    expect(await replayed('2020-01-01T00:00:00Z')).toBe(1);
    expect(await replayed(new Date(Date.parse(server.app.now()) + hourMs).toISOString())).toBe(0);
    pass(server, 1);
    expect(await replayed('2020-01-01T00:00:00Z')).toBe(0);
    await member.send('POST', `${path}/disable`, { key: member.key });
  });

  test('sends nothing of another organization', async () => {
    const [member, other] = [await aMember(), await aMember()];
    await givenEndedRun(other);
    await deliver(server);
    const { path } = await givenEndpoint(member, url);

    const { body } = await member.post(`${path}/replay`, { created_after: '2020-01-01T00:00:00Z' });

    expect(body.replayed_count).toBe(0);
  });

  test('is refused while the endpoint is disabled', async () => {
    const member = await aMember();
    await givenEndedRun(member);
    await deliver(server);
    const { path } = await givenEndpoint(member, url);
    await member.post(`${path}/disable`);

    const answer = await member.post(`${path}/replay`, { created_after: '2020-01-01T00:00:00Z' });

    expect([answer.status, answer.body.code]).toEqual([409, 'webhook_endpoint_disabled']);
    expect(answer.body.disabled_reason).toBe('requested');
    expect(await deliveriesOf(member)).toEqual([]);
  });

  test.each([
    {},
    { created_after: 'yesterday' },
    { created_after: 5 },
    { created_after: '2026-13-01T00:00:00Z' },
  ])('refuses %j', async (body) => {
    const member = await aMember();
    const { path } = await givenEndpoint(member, url);

    expect((await member.post(`${path}/replay`, body)).status).toBe(422);
  });
});
