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
const aSecret = /^whsec_[A-Za-z0-9+/]{43}=$/;

const server = ownServer();

const aMember = () => givenMember(server);

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
    [{ url, events: Array.from({ length: 21 }, () => 'call_ended') }, ['body', 'events']],
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
    const { items: pending } = (await member.get('/api/v1/webhooks/deliveries?status=pending'))
      .body;
    pass(server, hourMs);
    await givenEndedRun(member);
    await deliver(server);

    expect(disabled.body).toMatchObject({ status: 'disabled', disabled_reason: 'requested' });
    expect(pending).toEqual([]);
    expect(receiver.received.length).toBe(1);
    const rows = await deliveriesOf(member);
    expect(rows.map(({ status }: { status: string }) => status)).toEqual(['failed', 'failed']);

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
