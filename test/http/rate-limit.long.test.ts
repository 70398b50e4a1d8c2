import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';

const path = '/api/v1/auth/me';
const logIn = { email: 'ada@example.com', password: 'twelve characters' };

/** Every lookup of a caller fails with 500 from now on. */
async function takeAccountsAway({ app }: TestServer): Promise<void> {
  for (const table of ['sessions', 'api_keys', 'users'])
    await app.db.schema.alterTable(table).renameTo(`no_${table}`).execute();
}

async function guess({ send }: TestServer, times: number): Promise<number[]> {
  const statuses = [];
  for (let i = 0; i < times; i++)
    statuses.push((await send('GET', path, { token: `guess-${i}` })).status);
  return statuses;
}

describe('The rate limit', () => {
  test('refuses a caller above it, with the time to retry, and no other', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 3, perAddress: 1000, perCarrier: 1000 },
    });
    const [busy, calm] = await Promise.all([
      newOrganization({ server }),
      newOrganization({ server }),
    ]);

    const answers = await Promise.all([1, 2, 3, 4].map(() => busy.get(path)));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 429,
    ]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
    expect(refused?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(refused?.body.code).toBe('too_many_requests');
    expect((await calm.get(path)).status).toBe(200);
    expect((await busy.send('GET', path, { key: busy.key })).status).toBe(200);
    await server.close();
  });

  test('counts wrong credentials by address', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 1000, perAddress: 2, perCarrier: 2 },
    });
    const member = await newOrganization({ server });
    await member.get(path);

    expect(await guess(server, 3)).toEqual([401, 401, 429]);
    expect((await member.get(path)).status).toBe(200);
    await server.close();
  });

  test('counts unknown paths by address', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 1000, perAddress: 2, perCarrier: 2 },
    });

    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await fetch(`${server.url}/nothing`)).status);

    expect(statuses).toEqual([404, 404, 429]);
    await server.close();
  });

  test('counts refused callbacks like unauthenticated requests', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 1000, perAddress: 2, perCarrier: 1000 },
    });
    const callback = '/api/v1/telephony/callbacks/simulated/1?run_id=1';

    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await server.send('POST', callback, { body: {} }));

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual([
      '"carrier";q=1000;w=60',
      '"carrier";q=1000;w=60',
      '"address";q=2;w=60',
    ]);
    await server.close();
  });

  test('refuses without a query, whatever the credentials', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 1000, perAddress: 2, perCarrier: 2 },
    });
    const member = await newOrganization({ server });
    await guess(server, 2);
    await takeAccountsAway(server);

    const statuses = [
      ...(await guess(server, 5)),
      (await server.send('GET', path, { key: 'vap_wrong' })).status,
      (await member.get(path)).status,
      (await server.send('POST', '/api/v1/auth/login', { body: logIn })).status,
    ];

    expect(statuses).toEqual(statuses.map(() => 429));
    await server.close();
  });

  test('does not affect known callers who share an address with an abusive one', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 1000, perAddress: 3, perCarrier: 3 },
    });
    const [early, late] = await Promise.all([1, 2].map(() => newOrganization({ server })));
    expect((await early!.get(path)).status).toBe(200);

    expect(await guess(server, 5)).toEqual([401, 401, 401, 429, 429]);

    // Drops the cached lookups.
    server.app.callers.forgetApiKey(0);
    for (let i = 0; i < 5; i++) expect((await early!.get(path)).status).toBe(200);
    expect((await late!.get(path)).status).toBe(429);
    await server.close();
  });

  test('does not count valid credentials against the address', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 1000, perAddress: 2, perCarrier: 2 },
    });
    const members = await Promise.all(Array.from({ length: 8 }, () => newOrganization({ server })));

    const statuses = [];
    for (const member of members) statuses.push((await member.get(path)).status);

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await guess(server, 3)).toEqual([401, 401, 429]);
    await server.close();
  });

  test('counts a credential that is no longer valid', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 1000, perAddress: 2, perCarrier: 2 },
    });
    const member = await newOrganization({ server });
    await member.get(path);
    await server.app.db.deleteFrom('sessions').execute();

    await expect.poll(async () => (await member.get(path)).status, { timeout: 10_000 }).toBe(429);
    await server.close();
  });
});

describe('A body that is refused by its headers', () => {
  test.each([
    ['of another type', 415, { 'content-type': 'text/plain' }, '{}'],
    ['that is too large', 413, { 'content-type': 'application/json' }, ' '.repeat(1_048_577)],
  ])('%s causes no query', async (_, status, headers, raw) => {
    const server = await startServer();
    await takeAccountsAway(server);

    const answer = await server.send('POST', '/api/v1/auth/api-keys', { token: 'x', raw, headers });

    expect(answer.status).toBe(status);
    await server.close();
  });

  test('counts against a known caller', async () => {
    const server = await startServer({
      rateLimits: { perCaller: 3, perAddress: 1000, perCarrier: 1000 },
    });
    const member = await newOrganization({ server });
    await member.get('/api/v1/auth/me');

    const wrong = { raw: 'x', headers: { 'content-type': 'text/plain' } };
    const statuses = [];
    for (let count = 0; count < 4; count++)
      statuses.push((await member.send('POST', '/api/v1/auth/api-keys', wrong)).status);

    expect(statuses).toEqual([415, 415, 429, 429]);
    await server.close();
  });
});
