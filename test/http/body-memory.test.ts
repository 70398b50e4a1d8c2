import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { loadContract } from '../../src/http/operations.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';

const path = '/api/v1/auth/api-keys';
const patience = { timeout: 30_000 };
const mebibyte = 1_048_576;
const packed = gzipSync(JSON.stringify({ name: 'x'.repeat(10_000) }));

let server: TestServer;
beforeAll(async () => {
  const bodies = { perOrganization: 2 * mebibyte, inAll: 3 * mebibyte };
  server = await startServer({ bodies });
});
afterAll(() => server.close());

const heldBy = ({ organization_id }: Member): number =>
  server.app.inProgress.taken(`bodies of organization ${organization_id}`);

interface Begun {
  readonly path?: string;
  readonly token?: string;
  readonly headers?: Record<string, string | number>;
  readonly part?: Uint8Array | string;
}

/** Starts to send a body and does not finish. */
function begin({ path: to = path, token, headers = {}, part = '{' }: Begun) {
  const { hostname, port } = new URL(server.url);
  const sent = request({
    hostname,
    port,
    path: to,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const status = new Promise((done, failed) => {
    sent.on('response', (answer) => done(answer.statusCode)).on('error', failed);
  });
  status.catch(() => {});
  sent.write(part);
  onTestFinished(() => void sent.destroy());
  return { sent, status };
}

const beginPacked = ({ token }: Member) =>
  begin({
    token,
    headers: { 'content-encoding': 'gzip', 'content-length': packed.length },
    part: packed.subarray(0, -1),
  });

const small = (member: Member) => member.post(path, { name: 'small' });

describe('The memory for bodies', () => {
  test('is reserved for their maximum size, and refused to an organization that uses too much', async () => {
    const [greedy, modest] = [await newOrganization({ server }), await newOrganization({ server })];

    const two = [beginPacked(greedy), beginPacked(greedy)];
    await expect.poll(() => heldBy(greedy), patience).toBe(2 * mebibyte);
    const { status, headers, body } = await small(greedy);

    expect([status, body.code, headers.get('retry-after')]).toEqual([
      429,
      'too_many_requests',
      '1',
    ]);
    expect(body.detail).toContain('organization is sending exceed 2 MiB');
    expect((await small(modest)).status).toBe(201);

    two[0]?.sent.end(packed.subarray(-1));
    expect(await two[0]?.status).toBe(422);
    expect(heldBy(greedy)).toBe(mebibyte);
    two[1]?.sent.destroy();
    await expect.poll(() => heldBy(greedy), patience).toBe(0);
    expect((await small(greedy)).status).toBe(201);
  });

  test('is refused before anything is read, by the declared length', async () => {
    const member = await newOrganization({ server });
    const headers = { 'content-length': 900_000 };

    const begun = [1, 2].map(() => begin({ token: member.token, headers }));
    await expect.poll(() => heldBy(member), patience).toBe(1_800_000);

    expect(await begin({ token: member.token, headers }).status).toBe(429);
    expect((await small(member)).status).toBe(201);
    for (const { sent } of begun) sent.destroy();
    await expect.poll(() => heldBy(member), patience).toBe(0);
  });

  test('is limited in total', async () => {
    const members = [await newOrganization({ server }), await newOrganization({ server })];
    const late = await newOrganization({ server });

    const begun = [members[0]!, members[0]!, members[1]!].map(beginPacked);
    await expect.poll(() => server.app.inProgress.taken('bodies'), patience).toBe(3 * mebibyte);
    const { status, headers, body } = await small(late);

    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
    expect(heldBy(late)).toBe(0);
    for (const { sent } of begun) sent.destroy();
    await expect.poll(() => server.app.inProgress.taken('bodies'), patience).toBe(0);
    expect((await small(late)).status).toBe(201);
  });

  test('has room for the largest body of every operation, at the smallest configurable limit', () => {
    const { bodies } = readConfig({ BODY_BYTES_PER_ORGANIZATION: '8', BODY_BYTES: '8' });

    const tooLarge = loadContract().operations.filter(
      // A form's file is not in memory but in a temporary file.
      ({ body, bodySchema }) =>
        bodySchema && body?.isForm === false && body.limit > bodies.perOrganization,
    );

    expect(bodies.inAll).toBe(bodies.perOrganization);
    expect(tooLarge.map(({ id }) => id)).toEqual([]);
  });

  test('is counted by address without a caller', async () => {
    const member = await newOrganization({ server });
    const held = () => server.app.inProgress.taken('bodies of address 127.0.0.1');
    const maxChunk = 16_384;
    const all = (2 * mebibyte) / maxChunk;

    const begun = Array.from({ length: all }, () => begin({ path: '/api/v1/auth/login' }));
    await expect.poll(held, patience).toBe(2 * mebibyte);
    const body = { email: 'ada@example.com', password: 'twelve characters' };
    const refused = await server.send('POST', '/api/v1/auth/login', { body });

    expect(refused.status).toBe(429);
    expect(refused.body.detail).toContain('address is sending');
    expect((await small(member)).status).toBe(201);
    for (const { sent } of begun) sent.destroy();
    await expect.poll(held, patience).toBe(0);
  });
});
