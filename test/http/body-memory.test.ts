import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runToken } from '../../src/auth/run-tokens.ts';
import { readConfig } from '../../src/config.ts';
import { loadContract } from '../../src/http/operations.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { givenRun, givenWorkflow } from '../workflows/given.ts';

const path = '/api/v1/auth/api-keys';
const patience = { timeout: 30_000 };
const mebibyte = 1_048_576;
const packed = gzipSync(JSON.stringify({ name: 'x'.repeat(600_000) }));

let server: TestServer;
beforeAll(async () => {
  const bodies = { perOrganization: 2 * mebibyte, inAll: 4 * mebibyte };
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

/** Sends most of a body. */
const beginLarge = ({ token }: Member) =>
  begin({
    token,
    headers: { 'content-length': 900_000 },
    part: 'x'.repeat(899_999),
  });

const small = (member: Member) => member.post(path, { name: 'small' });

describe('The memory for bodies', () => {
  test('is not taken by what is announced and does not come', async () => {
    const [idle, modest] = [await newOrganization({ server }), await newOrganization({ server })];
    const { token } = idle;
    const begun = Array.from({ length: 60 }, (_, index) =>
      begin({
        token,
        ...(index % 3 === 0 && { headers: { 'content-length': 900_000 } }),
        ...(index % 3 === 1 && {
          headers: { 'content-encoding': 'gzip' },
          part: packed.subarray(0, 5),
        }),
      }),
    );
    await expect.poll(() => server.inProgress(), patience).toBe(60);
    await expect.poll(() => heldBy(idle), patience).toBe(40);

    expect((await small(idle)).status).toBe(201);
    expect((await small(modest)).status).toBe(201);

    for (const { sent } of begun) sent.destroy();
    await expect.poll(() => server.app.inProgress.taken('bodies'), patience).toBe(0);
  });

  test('is refused to an organization whose bodies have arrived to too much', async () => {
    const [greedy, modest] = [await newOrganization({ server }), await newOrganization({ server })];
    const two = [beginLarge(greedy), beginLarge(greedy)];
    await expect.poll(() => heldBy(greedy), patience).toBe(1_800_000);

    const third = beginLarge(greedy);

    expect(await third.status).toBe(429);
    expect((await small(greedy)).status).toBe(201);
    expect((await small(modest)).status).toBe(201);
    expect(heldBy(greedy)).toBe(1_800_000);
    two[0]?.sent.end('x');
    expect(await two[0]?.status).toBe(422);
    expect(heldBy(greedy)).toBe(900_000);
    two[1]?.sent.destroy();
    await expect.poll(() => heldBy(greedy), patience).toBe(0);
  });

  test('is taken by what was unpacked of a compressed body', async () => {
    const member = await newOrganization({ server });
    const headers = { 'content-encoding': 'gzip', 'content-length': packed.length };

    const { sent, status } = begin({ token: member.token, headers, part: packed.subarray(0, -1) });
    await expect.poll(() => heldBy(member), patience).toBeGreaterThan(550_000);
    sent.end(packed.subarray(-1));

    expect(await status).toBe(422);
    expect(heldBy(member)).toBe(0);
  });

  test('is left to others: nobody gets more than remains', async () => {
    const greedy = [await newOrganization({ server }), await newOrganization({ server })];
    const late = await newOrganization({ server });
    const begun = [beginLarge(greedy[0]!), beginLarge(greedy[0]!)];
    await expect.poll(() => heldBy(greedy[0]!), patience).toBe(1_800_000);
    begun.push(beginLarge(greedy[1]!));
    await expect.poll(() => server.app.inProgress.taken('bodies'), patience).toBe(2_700_000);

    const refused = beginLarge(greedy[1]!);

    expect(await refused.status).toBe(503);
    expect(heldBy(greedy[1]!)).toBe(900_000);
    expect((await small(late)).status).toBe(201);
    for (const { sent } of begun) sent.destroy();
    await expect.poll(() => server.app.inProgress.taken('bodies'), patience).toBe(0);
  });

  test('has room for the largest body of every operation, at the smallest configurable limit', () => {
    const { bodies } = readConfig({ BODY_BYTES_PER_ORGANIZATION: '8', BODY_BYTES: '8' });

    const tooLarge = loadContract().operations.filter(
      // A form's file is not in memory but in a temporary file. Nobody may have more than half.
      ({ body, bodySchema, session, apiKey }) =>
        bodySchema &&
        body?.isForm === false &&
        body.limit > bodies.inAll / (session || apiKey ? 2 : 32),
    );

    expect(bodies.inAll).toBe(bodies.perOrganization);
    expect(tooLarge.map(({ id }) => id)).toEqual([]);
  });

  test('of one operation without credentials is none of callers, nor of another one', async () => {
    const member = await newOrganization({ server });
    const login = { email: 'ada@example.com', password: 'twelve characters' };
    const held = () => server.app.inProgress.taken('bodies of logIn of address 127.0.0.1');
    const part = 'x'.repeat(16_000);
    // An address may have half of the sixteenth that the operation has.
    const maxCount = Math.floor((4 * mebibyte) / 32 / part.length);

    const begun = Array.from({ length: maxCount }, () =>
      begin({ path: '/api/v1/auth/login', headers: { 'content-length': 16_001 }, part }),
    );
    await expect.poll(held, patience).toBe(maxCount * part.length);
    const refused = await begin({ path: '/api/v1/auth/login', part }).status;

    expect(refused).toBe(429);
    expect(server.app.inProgress.taken('bodies')).toBe(0);
    expect((await small(member)).status).toBe(201);
    const other = await server.send('POST', '/api/v1/auth/password-resets', {
      body: { email: login.email },
    });
    expect(other.status).toBeLessThan(300);
    for (const { sent } of begun) sent.destroy();
    await expect.poll(held, patience).toBe(0);
    expect((await server.send('POST', '/api/v1/auth/login', { body: login })).status).toBe(401);
  });

  test('is taken by no callback to a configuration that does not exist', async () => {
    const { status } = begin({
      path: '/api/v1/telephony/callbacks/simulated/999999999?run_id=1',
      headers: { 'x-simulated-signature': 'AAAA' },
    });

    expect(await status).toBe(404);
  });

  test('is taken by no result for another run than that of the token', async () => {
    const member = await newOrganization({ server });
    const { organization_id } = member;
    const run_id = await givenRun(member, await givenWorkflow(member));
    const key = runToken(server.app.secrets, { organization_id, run_id });

    const { status } = begin({
      path: `/api/v1/runs/${run_id + 1}/result`,
      headers: { 'x-api-key': key },
    });

    expect(await status).toBe(404);
  });
});
