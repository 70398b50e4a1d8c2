import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';

const path = '/api/v1/workflow';

describe("An API key's scope", () => {
  test("is checked after the caller's limit", async () => {
    const server = await startServer({
      rateLimits: { perCaller: 2, perAddress: 1000, perCarrier: 1000 },
    });
    const { key } = await newOrganization({ server, scopes: ['audit:read'] });

    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent++)
      statuses.push((await server.send('GET', path, { key })).status);

    expect(statuses).toEqual([403, 403, 429]);
    await server.close();
  });

  test('is checked before the body arrives', async () => {
    const { server, key } = await newOrganization({ scopes: ['audit:read'] });
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      'content-length': 1000,
    };
    const sending = request(server.url + path, { method: 'POST', headers });
    const answered = once(sending, 'response');
    sending.flushHeaders();

    const [answer] = (await answered) as [IncomingMessage];

    expect(answer.statusCode).toBe(403);
    sending.destroy();
  });
});
