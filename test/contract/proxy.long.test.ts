import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Prism, startPrism } from '../support/prism.ts';
import { loadContract } from '../../src/http/operations.ts';
import { later } from '../../src/timestamp.ts';
import { givenPolicy } from '../approvals/given.ts';
import { givenEntry } from '../billing/given.ts';
import { createClient, type Credentials, type Send } from '../support/client.ts';
import { exampleRequest } from '../support/examples.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { sharedServer } from '../support/server.ts';

/** Operations that only read and return JSON: Prism waits for the end of a stream. */
const reading = loadContract()
  .operations.filter(
    ({ method, contentType }) => method === 'GET' && contentType === 'application/json',
  )
  .map(({ id }) => id);

const unknownId = '0198c2f0-5e3a-7c41-9d52-3f1b8a6e4c10';
const policies = '/api/v1/approval-policies';
const catalog = '/api/v1/admin/billing/catalog';
const pricing = '/api/v1/admin/kb-pricing';

describe('The server behind a proxy that knows the contract', () => {
  let prism: Prism;
  let admin: Member;
  let member: Member;
  beforeAll(async () => {
    const shared = await sharedServer();
    prism = await startPrism({ port: 0, upstream: new URL(shared.url) });
    const server = { ...shared, send: through(prism) };
    admin = await newOrganization({ server, superAdmin: true });
    member = await newOrganization({ server });
  });
  afterAll(() => prism.close());

  test.each(reading)('answers %s according to the contract', async (id) => {
    const { method, path, headers } = exampleRequest(id);

    expect([200, 404]).toContain((await admin.send(method, path, { headers })).status);
  });

  test('signs up, logs in and out', async () => {
    const { send } = member.server;
    const user = { email: `${member.user_id}-proxy@example.com`, password: 'twelve characters' };

    const answers = [
      await send('POST', '/api/v1/auth/signup', { body: user }),
      await send('POST', '/api/v1/auth/signup', { body: user }),
      await send('POST', '/api/v1/auth/signup', { body: { email: 'nobody' } }),
      await send('POST', '/api/v1/auth/login', { body: user }),
      await send('POST', '/api/v1/auth/login', { body: { ...user, password: 'another password' } }),
    ];
    const token: string = answers[3]?.body.access_token;
    const loggedOut = await send('POST', '/api/v1/auth/logout', { token });

    expect(answers.map(({ status }) => status)).toEqual([201, 409, 422, 200, 401]);
    expect(loggedOut.status).toBe(204);
    expect((await send('GET', '/api/v1/auth/me', { token })).status).toBe(401);
  });

  test('creates and archives API keys', async () => {
    const created = await member.post('/api/v1/auth/api-keys', { name: 'Proxy' });
    const { id, key } = created.body;

    const answers = [
      created,
      await member.post('/api/v1/auth/api-keys', { name: '', connector_name: '-' }),
      await member.send('GET', '/api/v1/auth/me', { key }),
      await member.send('GET', '/api/v1/auth/api-keys', both({ ...member, key })),
      await member.post(`/api/v1/auth/api-keys/${id}/archive`),
      await member.send('GET', '/api/v1/auth/me', { key }),
      await member.post(`/api/v1/auth/api-keys/${id}/unarchive`),
      await admin.post(`/api/v1/auth/api-keys/${id}/archive`),
      await member.post('/api/v1/auth/api-keys/x/archive'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([
      201, 422, 200, 403, 200, 401, 200, 404, 422,
    ]);
  });

  test('shows and revokes approval policies', async () => {
    const id = await givenPolicy(member);
    const now = member.server.app.now();
    const expired = await givenPolicy(member, {
      not_before: later(now, -2000),
      expires_at: later(now, -1000),
    });

    const answers = [
      await member.get(`${policies}?limit=1`),
      await member.get(`${policies}?limit=0&cursor=x`),
      await member.get(`${policies}/${id}`),
      await member.get(`${policies}/7`),
      await admin.get(`${policies}/${id}`),
      await member.post(`${policies}/${id}/revoke`, { reason: 'No!' }),
      await member.post(`${policies}/${id}/revoke`, { reason: 'fraud' }),
      await member.post(`${policies}/${id}/revoke`, { reason: 'again' }),
      await member.post(`${policies}/${expired}/revoke`, { reason: 'fraud' }),
      await member.post(`${policies}/${unknownId}/revoke`, { reason: 'fraud' }),
      await member.send('POST', `${policies}/${id}/revoke`, {
        ...both(member),
        body: { reason: 'fraud' },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([
      200, 422, 200, 422, 404, 422, 200, 200, 409, 404, 403,
    ]);
  });

  test('administers the catalog and the pricing', async () => {
    const id = await givenEntry(admin);

    const answers = [
      await admin.patch(`${catalog}/${id}`, { tokens: 5, payments_price_id: null }),
      await admin.patch(`${catalog}/${id}`, {}),
      await admin.patch(`${catalog}/${id}`, { tokens: -5, kind: 'addon' }),
      await admin.patch(`${catalog}/${Number.MAX_SAFE_INTEGER}`, { tokens: 5 }),
      await member.patch(`${catalog}/${id}`, { tokens: 5 }),
      await member.send('GET', '/api/v1/billing/catalog?limit=2', { key: member.key }),
      await admin.put(pricing, { storage_usd_per_mb_month: 0.02 }),
      await admin.put(pricing, { storage_usd_per_mb_month: 0.00000002 }),
      await admin.send('PUT', pricing, { ...both(admin), body: {} }),
      await admin.send('PUT', pricing, {
        raw: 'price=1',
        headers: { 'content-type': 'text/plain' },
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 422, 404, 403, 200, 200, 422, 403, 415,
    ]);
  });
});

/** The key takes precedence, and a session-only operation refuses it; without the session Prism would refuse first. */
const both = ({ key, token }: Member): Credentials => ({ key, token });

/** Sends through the proxy; throws if it finds a response that violates the contract. */
function through({ url }: Prism): Send {
  const send = createClient(url, { violationOf: () => undefined, reached: () => {} });
  return async (method, path, options) => {
    const answer = await send(method, path, options);
    const violations = answer.headers.get('sl-violations');
    if (violations !== null)
      throw new Error(`${method} ${path} answered ${answer.status}: ${violations}`);
    return answer;
  };
}
