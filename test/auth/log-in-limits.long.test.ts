import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/config.ts';
import { type Answer, sharedServer, startServer, type TestServer } from '../support/server.ts';

const password = 'correct-horse-battery';
const freshEmail = (): string => `${randomBytes(6).toString('hex')}@example.com`;
const unlimited = {
  failuresPerAccount: 1e9,
  failuresPerAddress: 1e9,
  windowSeconds: 900,
  signUpsPerHour: 1e9,
};

/** A server on the shared database that trusts its proxy, so that a test can use any address. */
const serverWith = async (limits: Partial<Config['logInLimits']>): Promise<TestServer> =>
  startServer(
    { trustedProxies: 1, logInLimits: { ...unlimited, ...limits } },
    (await sharedServer()).connection,
  );

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

interface Try {
  readonly email: string;
  readonly from?: string;
  readonly secret?: string;
}

const logIn = (
  { send }: TestServer,
  { email, from: address = '192.0.2.1', secret = 'wrong' }: Try,
): Promise<Answer> =>
  send('POST', '/api/v1/auth/login', { body: { email, password: secret }, ...from(address) });

const signUp = ({ send }: TestServer, email: string, address = '192.0.2.1'): Promise<Answer> =>
  send('POST', '/api/v1/auth/signup', { body: { email, password }, ...from(address) });

async function fail(server: TestServer, times: number, attempt: Try): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < times; i++) statuses.push((await logIn(server, attempt)).status);
  return statuses;
}

describe('logIn', () => {
  test('is refused after too many failures of an account, even with the right password, and says until when', async () => {
    const server = await serverWith({ failuresPerAccount: 3 });
    const email = freshEmail();
    await signUp(server, email);

    expect(await fail(server, 4, { email })).toEqual([401, 401, 401, 429]);
    const answer = await logIn(server, { email: email.toUpperCase(), secret: password });

    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringContaining('3 failed log-ins'),
    });
    expect(answer.headers.get('ratelimit-policy')).toBe('"login-account";q=3;w=900');
    expect(answer.headers.get('ratelimit')).toMatch(/^"login-account";r=0;t=\d+$/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
    await server.close();
  });

  test('works for the user at their address while others fail a thousand times elsewhere', async () => {
    const server = await serverWith({ failuresPerAccount: 3, failuresPerAddress: 20 });
    const email = freshEmail();
    await signUp(server, email);
    const statuses: number[] = [];

    for (let i = 0; i < 10; i++) {
      const attack = Array.from({ length: 100 }, () =>
        logIn(server, { email, from: `198.51.100.${i}` }),
      );
      statuses.push(...(await Promise.all(attack)).map(({ status }) => status));
    }
    const user = await logIn(server, { email, secret: password });

    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(970);
    expect(user.status).toBe(200);
    await server.close();
  });

  test('resets the failures of an account after the right password', async () => {
    const server = await serverWith({ failuresPerAccount: 3 });
    const email = freshEmail();
    await signUp(server, email);

    const statuses = [
      ...(await fail(server, 2, { email })),
      ...(await fail(server, 1, { email, secret: password })),
      ...(await fail(server, 3, { email })),
    ];

    expect(statuses).toEqual([401, 401, 200, 401, 401, 401]);
    await server.close();
  });

  test('treats an unknown account like an existing one', async () => {
    const server = await serverWith({ failuresPerAccount: 3 });
    const email = freshEmail();
    await signUp(server, email);

    const [known, unknown] = [
      await fail(server, 5, { email }),
      await fail(server, 5, { email: freshEmail() }),
    ];

    expect(unknown).toEqual(known);
    await server.close();
  });

  test('is refused after too many failures from an address, whatever the account', async () => {
    const server = await serverWith({ failuresPerAddress: 4 });
    const email = freshEmail();
    await signUp(server, email);

    for (let i = 0; i < 4; i++)
      expect((await logIn(server, { email: freshEmail() })).status).toBe(401);
    const [here, there] = [
      await logIn(server, { email, secret: password }),
      await logIn(server, { email, secret: password, from: '192.0.2.2' }),
    ];

    expect(here.status).toBe(429);
    expect(here.headers.get('ratelimit-policy')).toBe('"login-address";q=4;w=900');
    expect(there.status).toBe(200);
    await server.close();
  });

  test('treats all addresses of an IPv6 network as one', async () => {
    const server = await serverWith({ failuresPerAddress: 2 });

    const statuses = [];
    for (const address of [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff::9',
      '2001:db8:1:2::3',
      '2001:db8:1:3::1',
    ]) {
      statuses.push((await logIn(server, { email: freshEmail(), from: address })).status);
    }

    expect(statuses).toEqual([401, 401, 429, 401]);
    await server.close();
  });

  test('does not count successful log-ins, sequential or concurrent', async () => {
    const server = await serverWith({ failuresPerAccount: 2, failuresPerAddress: 3 });
    const email = freshEmail();
    await signUp(server, email);
    const right = () => logIn(server, { email, secret: password });

    const answers = [
      ...(await Promise.all(Array.from({ length: 12 }, right))),
      await right(),
      await right(),
    ];

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await server.close();
  });

  test('lets a burst guess no more often than a sequence', async () => {
    const server = await serverWith({ failuresPerAccount: 3 });
    const email = freshEmail();

    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(server, { email })));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(27);
    await server.close();
  });

  test('does not count server errors', async () => {
    const server = await startServer({ logInLimits: { ...unlimited, failuresPerAccount: 2 } });
    const email = freshEmail();
    await signUp(server, email);
    const { schema } = server.app.db;
    await schema.alterTable('users').renameTo('gone').execute();
    expect(await fail(server, 4, { email, secret: password })).toEqual([500, 500, 500, 500]);

    await schema.alterTable('gone').renameTo('users').execute();

    expect((await logIn(server, { email, secret: password })).status).toBe(200);
    await server.close();
  });
});

describe('signUp', () => {
  test('is refused after too many from one address, including failed ones, and creates nothing', async () => {
    const server = await serverWith({ signUpsPerHour: 3 });
    const taken = freshEmail();

    const statuses = [];
    for (const email of [taken, taken, freshEmail()])
      statuses.push((await signUp(server, email)).status);
    const late = freshEmail();
    const [here, there] = [
      await signUp(server, late),
      await signUp(server, freshEmail(), '192.0.2.2'),
    ];

    expect(statuses).toEqual([201, 409, 201]);
    expect(here.status).toBe(429);
    expect(here.headers.get('ratelimit-policy')).toBe('"signup";q=3;w=3600');
    expect(Number(here.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(there.status).toBe(201);
    const users = await server.app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', late)
      .execute();
    expect(users).toEqual([]);
    await server.close();
  });

  test('does not count requests that do not match the contract', async () => {
    const server = await serverWith({ signUpsPerHour: 1 });

    for (let i = 0; i < 3; i++) expect((await signUp(server, 'nonsense')).status).toBe(422);

    expect((await signUp(server, freshEmail())).status).toBe(201);
    await server.close();
  });
});
