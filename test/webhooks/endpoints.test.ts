import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeliverer } from '../../src/webhooks/deliveries/deliverer.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
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
  verified,
} from './given.ts';

const url = 'https://hooks.example.com/voice';
const aSecret = /^whsec_[A-Za-z0-9+/]{43}=$/;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server.close());

const aMember = (): Promise<Member> => {
  server.setNow(new Date().toISOString());
  return newOrganization({ server });
};

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

describe('createWebhookEndpoint and updateWebhookEndpoint', () => {
  test('store the URL as it is called', async () => {
    const member = await aMember();
    const called = 'https://hooks.example.com/a%20b?c=%C3%BC';

    const created = await member.post(endpointsPath, {
      url: 'https://Hooks.EXAMPLE.com:443/x/../a b?c=ü#part',
    });
    const changed = await member.patch(`${endpointsPath}/${created.body.id}`, {
      url: 'https://HOOKS.example.com/a b?c=ü',
    });

    expect([created.body.url, changed.body.url]).toEqual([called, called]);
  });

  test('refuse a URL that is too long as it is called', async () => {
    const member = await aMember();

    const answer = await member.post(endpointsPath, {
      url: `https://hooks.example.com/${'ü'.repeat(400)}`,
    });

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', 'url']);
  });
});

describe('createWebhookEndpoint', () => {
  test('returns the endpoint with a secret that is never shown again', async () => {
    const member = await aMember();

    const { status, headers, body } = await member.post(endpointsPath, { url });

    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${endpointsPath}/${body.id}`);
    const { secret, ...shown } = body;
    expect(secret).toMatch(aSecret);
    expect(shown).toEqual({
      id: body.id,
      url,
      description: null,
      events: ['call_ended', 'call_analyzed'],
      status: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      previous_secret_expires_at: null,
      created_at: server.app.now(),
      updated_at: server.app.now(),
    });
    expect((await member.get(`${endpointsPath}/${body.id}`)).body).toEqual(shown);
    expect((await member.get(endpointsPath)).body.items).toEqual([shown]);
    const row = await server.app.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(row.secret_encrypted.includes(Buffer.from(secret))).toBe(false);
    expect(JSON.stringify(server.logged)).not.toContain(secret);
  });

  test('accepts an API key and all members', async () => {
    const member = await aMember();
    const overrides = { url, description: 'CRM', events: ['call_analyzed'] };

    const { body } = await member.send('POST', endpointsPath, { body: overrides, key: member.key });

    expect(body).toMatchObject(overrides);
  });

  test('gives each endpoint its own secret, and a repeated request the same response', async () => {
    const member = await aMember();
    const headers = { 'idempotency-key': 'once' };

    const [first, again] = [
      await member.post(endpointsPath, { url }, headers),
      await member.post(endpointsPath, { url }, headers),
    ];
    const other = await member.post(endpointsPath, { url });

    expect(again.body).toEqual(first.body);
    expect(other.body.secret).not.toBe(first.body.secret);
    expect((await member.get(endpointsPath)).body.items.length).toBe(2);
  });

  test.each([
    [{}, ['body', 'url']],
    [{ url: '' }, ['body', 'url']],
    [{ url: 'ftp://hooks.example.com' }, ['body', 'url']],
    [{ url: 'https://user:secret@hooks.example.com' }, ['body', 'url']],
    [{ url: 'https://' }, ['body', 'url']],
    [{ url: `https://hooks.example.com/${'x'.repeat(2023)}` }, ['body', 'url']],
    [{ url, description: '' }, ['body', 'description']],
    [{ url, description: 'x'.repeat(201) }, ['body', 'description']],
    [{ url, events: [] }, ['body', 'events']],
    [{ url, events: Array.from({ length: 13 }, () => 'call_ended') }, ['body', 'events']],
    [{ url, events: ['call_begun'] }, ['body', 'events', '0']],
    [{ url, secret: 'mine' }, ['body', 'secret']],
  ])('refuses %j', async (body, loc) => {
    const member = await aMember();

    const answer = await member.post(endpointsPath, body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(loc);
    expect((await member.get(endpointsPath)).body.items).toEqual([]);
  });

  test('stores a duplicate event once', async () => {
    const member = await aMember();
    const events = ['call_ended', 'call_ended'];

    const { body } = await member.post(endpointsPath, { url, events });

    expect(body.events).toEqual(['call_ended']);
    const path = `${endpointsPath}/${body.id}`;
    const changed = await member.patch(path, { events: ['call_analyzed', 'call_analyzed'] });
    expect(changed.body.events).toEqual(['call_analyzed']);
  });

  test('accepts values at their limits', async () => {
    const member = await aMember();
    const body = {
      url: `https://hooks.example.com/${'x'.repeat(2022)}`,
      description: 'x'.repeat(200),
    };

    expect((await member.post(endpointsPath, body)).body).toMatchObject(body);
  });
});

describe('listWebhookEndpoints', () => {
  test("returns the organization's endpoints, newest first, in pages", async () => {
    const [member, other] = [await aMember(), await aMember()];
    const ids = [];
    for (let made = 0; made < 3; made++) ids.unshift((await givenEndpoint(member, url)).id);
    await givenEndpoint(other, url);

    const first = await member.get(`${endpointsPath}?limit=2`);
    const second = await member.get(`${endpointsPath}?limit=2&cursor=${first.body.next_cursor}`);

    const items = [...first.body.items, ...second.body.items];
    expect(items.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(second.body.next_cursor).toBeNull();
  });
});

describe('updateWebhookEndpoint', () => {
  test('changes the members that are sent', async () => {
    const member = await aMember();
    const { path } = await givenEndpoint(member, url, { description: 'CRM' });
    const { body: before } = await member.get(path);
    pass(server, hourMs);

    const { status, body } = await member.patch(path, {
      events: ['call_ended'],
      description: null,
    });

    expect(status).toBe(200);
    const changed = { events: ['call_ended'], description: null, updated_at: server.app.now() };
    expect(body).toEqual({ ...before, ...changed });
  });

  test('without changes writes nothing', async () => {
    const member = await aMember();
    const { path } = await givenEndpoint(member, url);
    const { body: before } = await member.get(path);
    pass(server, hourMs);

    expect((await member.patch(path, {})).body).toEqual(before);
  });

  test('sends remaining deliveries to the new URL', async () => {
    const member = await aMember();
    const [old, young] = [
      await startReceiver((_, response) => response.writeHead(500).end()),
      await startReceiver(),
    ];
    const { path } = await givenEndpoint(member, old.url, { events: ['call_ended'] });
    const run = await givenEndedRun(member);
    await deliver(server);

    await member.patch(path, { url: young.url });
    pass(server, hourMs);
    await deliver(server);

    expect([old.heard(), young.heard()]).toEqual([[`call_ended ${run}`], [`call_ended ${run}`]]);
  });

  test.each([{ url: 'x' }, { events: [] }, { status: 'disabled' }, { secret: 'mine' }])(
    'refuses %j and changes nothing',
    async (changes) => {
      const member = await aMember();
      const { path } = await givenEndpoint(member, url);
      const { body: before } = await member.get(path);

      expect((await member.patch(path, changes)).status).toBe(422);
      expect((await member.get(path)).body).toEqual(before);
    },
  );
});

describe('disableWebhookEndpoint', () => {
  test('gives up pending deliveries, until enableWebhookEndpoint starts anew', async () => {
    const member = await aMember();
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const { path } = await givenEndpoint(member, receiver.url);
    await givenEndedRun(member);
    await deliver(server);

    const disabled = await member.post(`${path}/disable`);
    const { items: pending } = (await member.get('/api/v1/webhooks/deliveries?state=pending')).body;
    pass(server, hourMs);
    await givenEndedRun(member);
    await deliver(server);

    expect(disabled.body).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
    expect(pending).toEqual([]);
    expect(receiver.received.length).toBe(1);
    const rows = await deliveriesOf(member);
    expect(rows.map(({ state }: { state: string }) => state)).toEqual(['failed', 'failed']);

    const enabled = await member.post(`${path}/enable`);
    receiver.reply = (_, response) => response.writeHead(204).end();
    const run = await givenEndedRun(member);
    await deliver(server);

    expect(enabled.body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      disabled_at: null,
    });
    expect(receiver.heard().slice(1)).toEqual([`call_ended ${run}`, `call_analyzed ${run}`]);
  });

  test('causes one event and one new revision when requested many times concurrently', async () => {
    const member = await aMember();
    const { path } = await givenEndpoint(member, url);

    const answers = await Promise.all([1, 2, 3, 4].map(() => member.post(`${path}/disable`)));

    const { items } = (await member.get('/api/v1/audit-events')).body;
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.endsWith('disabled'))).toHaveLength(1);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test('keeps the reason for which the service disabled it; enableWebhookEndpoint clears it', async () => {
    const member = await aMember();
    const receiver = await startReceiver((_, response) => response.writeHead(410).end());
    const { path } = await givenEndpoint(member, receiver.url);
    await givenEndedRun(member);
    await deliver(server);
    const gone = await member.get(path);
    pass(server, hourMs);

    const disabled = await member.post(`${path}/disable`);
    const enabled = await member.post(`${path}/enable`);
    const again = await member.post(`${path}/enable`);

    expect(gone.body.disabled_reason).toBe('gone');
    expect([disabled.text, disabled.headers.get('etag')]).toEqual([
      gone.text,
      gone.headers.get('etag'),
    ]);
    expect(enabled.body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
      disabled_at: null,
      updated_at: server.app.now(),
    });
    expect([again.text, again.headers.get('etag')]).toEqual([
      enabled.text,
      enabled.headers.get('etag'),
    ]);
  });
});

describe('deleteWebhookEndpoint', () => {
  test('removes it with its deliveries, and sends nothing more', async () => {
    const member = await aMember();
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const { path } = await givenEndpoint(member, receiver.url);
    await givenEndedRun(member);
    await deliver(server);

    const { status } = await member.delete(path);
    pass(server, hourMs);
    await deliver(server);

    expect(status).toBe(204);
    expect((await member.get(path)).status).toBe(404);
    expect((await member.delete(path)).status).toBe(404);
    expect(await deliveriesOf(member)).toEqual([]);
    expect(receiver.received.length).toBe(1);
  });

  test('during a delivery succeeds, and so does the delivery', async () => {
    const member = await aMember();
    const receiver = await startReceiver();
    const { path } = await givenEndpoint(member, receiver.url);
    await givenEndedRuns(
      member,
      Array.from({ length: 40 }, () => ({})),
    );
    let deleted: Promise<{ status: number }> | undefined;
    receiver.reply = (_, response) => {
      deleted ??= member.delete(path);
      response.writeHead(204).end();
    };

    await deliver(server);

    expect((await deleted)?.status).toBe(204);
    expect(await deliveriesOf(member)).toEqual([]);
  });
});

describe('rotateWebhookSecret', () => {
  test('signs with both secrets for 24 hours, then with the new one', async () => {
    const member = await aMember();
    const receiver = await startReceiver();
    const { path, secret: old } = await givenEndpoint(member, receiver.url, {
      events: ['call_ended'],
    });
    const rotatedAt = server.app.now();

    const { body } = await member.post(`${path}/rotate-secret`);
    await givenEndedRun(member);
    pass(server, 24 * hourMs - 1);
    await deliver(server);
    pass(server, 1);
    await givenEndedRun(member);
    await deliver(server);

    expect(body.secret).toMatch(aSecret);
    expect(body.secret).not.toBe(old);
    expect(Date.parse(body.previous_secret_expires_at)).toBe(Date.parse(rotatedAt) + 24 * hourMs);
    const [during, after] = receiver.received;
    if (!during || !after) throw new Error('Two events were expected.');
    expect(String(during.headers['webhook-signature']).split(' ').length).toBe(2);
    verified(body.secret, during);
    verified(old, during);
    verified(body.secret, after);
    expect(() => verified(old, after)).toThrow('No matching signature');
    expect((await member.get(path)).body.previous_secret_expires_at).toBeNull();
  });

  test('twice ends the oldest secret immediately', async () => {
    const member = await aMember();
    const receiver = await startReceiver();
    const { path, secret } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });

    const [second, third] = [
      await member.post(`${path}/rotate-secret`),
      await member.post(`${path}/rotate-secret`),
    ];
    await givenEndedRun(member);
    await deliver(server);

    const [one] = receiver.received;
    if (!one) throw new Error('An event was expected.');
    verified(second.body.secret, one);
    verified(third.body.secret, one);
    expect(() => verified(secret, one)).toThrow('No matching signature');
  });
});

describe('testWebhookEndpoint', () => {
  test('sends a signed sample and returns the result, without storing anything', async () => {
    const member = await aMember();
    const receiver = await startReceiver((_, response) => response.writeHead(201).end('thanks'));
    const { path, secret } = await givenEndpoint(member, receiver.url);
    await member.post(`${path}/disable`);

    const { status, body } = await member.post(`${path}/test`);

    expect(status).toBe(200);
    expect(body).toEqual({
      delivered: true,
      status: 201,
      duration_ms: expect.any(Number),
      answer: 'thanks',
      error: null,
    });
    const [one] = receiver.received;
    if (!one) throw new Error('A sample was expected.');
    expect(verified(secret, one)).toMatchObject({ event: 'call_ended' });
    expect(one.id).toMatch(/^msg_test_[0-9a-f]{32}$/);
    expect(await deliveriesOf(member)).toEqual([]);
  });

  test('returns the error', async () => {
    const member = await aMember();
    const receiver = await startReceiver((_, response) => response.writeHead(500).end('broken'));
    const failing = await givenEndpoint(member, receiver.url);
    const absent = await givenEndpoint(member, 'http://127.0.0.1:9/');

    expect((await member.post(`${failing.path}/test`)).body).toMatchObject({
      delivered: false,
      status: 500,
      answer: 'broken',
      error: 'The endpoint responded with 500.',
    });
    expect((await member.post(`${absent.path}/test`)).body).toMatchObject({
      delivered: false,
      status: null,
      answer: null,
      error: 'The connection was refused.',
    });
  });

  test('is refused while the endpoint is being tested, or five of the organization are', async () => {
    const [member, other] = [await aMember(), await aMember()];
    const waiting: (() => void)[] = [];
    const receiver = await startReceiver((_, response) => {
      waiting.push(() => response.writeHead(204).end());
    });
    const answerNow = await startReceiver();
    const paths: string[] = [];
    for (let count = 0; count < 5; count++)
      paths.push((await givenEndpoint(member, receiver.url)).path);
    const sixth = await givenEndpoint(member, answerNow.url);
    const others = await givenEndpoint(other, answerNow.url);
    const refused = { status: 429, body: { code: 'too_many_requests' } };

    const first = member.post(`${paths[0]}/test`);
    await expect.poll(() => waiting.length).toBe(1);
    expect(await member.post(`${paths[0]}/test`)).toMatchObject(refused);
    const more = paths.slice(1).map((path) => member.post(`${path}/test`));
    await expect.poll(() => waiting.length).toBe(5);
    const answer = await member.post(`${sixth.path}/test`);

    expect(answer).toMatchObject(refused);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await other.post(`${others.path}/test`)).status).toBe(200);
    for (const end of waiting) end();
    for (const { body } of await Promise.all([first, ...more])) expect(body.delivered).toBe(true);
    expect((await member.post(`${sixth.path}/test`)).status).toBe(200);
    expect((await member.post(`${sixth.path}/test`)).status).toBe(200);
  });
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
    expect(again.body).toEqual({ created_after: since, replayed: 4 });
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

    expect(all.body.replayed).toBe(6);
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
      return (await member.send('POST', `${path}/replay`, options)).body.replayed;
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

    expect(body.replayed).toBe(0);
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

test('An undecryptable secret affects only the deliveries of its endpoint', async () => {
  const [member, other] = [await aMember(), await aMember()];
  const receiver = await startReceiver();
  const { id } = await givenEndpoint(member, receiver.url, { events: ['call_ended'] });
  await givenEndpoint(other, receiver.url, { events: ['call_ended'] });
  await server.app.db
    .updateTable('webhook_endpoints')
    .set({ secret_encrypted: Buffer.from('rubbish') })
    .where('id', '=', id)
    .execute();
  await givenEndedRun(member);
  const run = await givenEndedRun(other);
  const deliverer = createDeliverer(server.app);

  await deliverer.deliver();

  await deliverer.stop();
  expect(receiver.heard()).toEqual([`call_ended ${run}`]);
  const [delivery] = await deliveriesOf(member);
  expect(delivery).toMatchObject({ state: 'pending', attempt_count: 1 });
});
