import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';

const path = '/api/v1/auth/me';

describe('The rate limit', () => {
  test('refuses a caller beyond it, says when to come back, and leaves others alone', async () => {
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

    const answers = [];
    for (let i = 0; i < 3; i++)
      answers.push(await server.send('GET', path, { token: `guess-${i}` }));

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect((await member.get(path)).status).toBe(200);
    await server.close();
  });
});
