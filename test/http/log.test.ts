import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';

describe('The log', () => {
  test('has one line per request, with what an operator needs', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });

    const answer = await member.get('/api/v1/auth/me?');

    const lines = server.logged.filter((line) => line['msg'] === 'request');
    expect(lines).toEqual([
      expect.objectContaining({
        request_id: answer.headers.get('x-request-id'),
        operation_id: 'getCurrentUser',
        method: 'GET',
        path: '/api/v1/auth/me',
        status: 200,
        organization_id: member.organization_id,
        caller: 'session',
        duration_ms: expect.any(Number),
      }),
    ]);
    await server.close();
  });

  test('contains no secret, whatever is sent', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });
    const password = 'a-password-nobody-knows';
    const key = (await member.post('/api/v1/auth/api-keys', { name: 'x' })).body.key as string;

    await server.send('POST', '/api/v1/auth/signup', {
      body: { email: 'log@example.com', password },
    });
    await server.send('POST', '/api/v1/auth/login', {
      body: { email: 'log@example.com', password },
    });
    await server.send('GET', `/api/v1/auth/me?password=${password}`, { key });
    await server.app.db.schema.alterTable('sessions').renameTo('gone').execute();
    await server.send('POST', '/api/v1/auth/login', {
      body: { email: 'log@example.com', password },
    });

    const text = JSON.stringify(server.logged);
    expect(server.logged.some((line) => line['status'] === 500)).toBe(true);
    for (const secret of [password, key, member.token, member.key])
      expect(text).not.toContain(secret);
    await server.close();
  });
});

describe('A server of an organization that fails', () => {
  test('is no error of ours: one line of the level warn, without a stack', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });

    const { status } = await member.post('/api/v1/tools/import-mcp', {
      server_url: 'http://127.0.0.1:9/mcp',
    });

    const [line, ...others] = server.logged.filter((each) => Number(each['level']) >= 40);
    expect(status).toBe(502);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      level: 40,
      status: 502,
      operation_id: 'importMcpTools',
      organization_id: member.organization_id,
      code: 'mcp_server_failed',
      error_code: 'unreachable',
    });
    expect(line).not.toHaveProperty('err');
    await server.close();
  });

  test('is not in the alert about requests that fail', async () => {
    const text = await readFile('scripts/operating/README.md', 'utf8');
    const [, counted = '', left = ''] =
      /^\| `sum\(rate\(http_requests_total\{status=~"([^"]+)",status!~"([^"]+)"\}/m.exec(text) ??
      [];
    const isCounted = (status: string): boolean =>
      new RegExp(`^(${counted})$`).test(status) &&
      !new RegExp(`^(${left.replaceAll('\\|', '|')})$`).test(status);

    expect(['500', '502', '503', '504'].map(isCounted)).toEqual([true, false, true, false]);
  });
});

describe('The metrics', () => {
  test('count requests by operation and status', async () => {
    const server = await startServer();
    const member = await newOrganization({ server });

    await member.get('/api/v1/auth/me');
    await member.get('/api/v1/auth/me');
    await member.get('/api/v1/nothing');

    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toContain('http_requests_total{operation="getCurrentUser",status="200"} 2');
    expect(text).toContain('http_requests_total{operation="none",status="404"} 1');
    expect(text).toContain('http_request_duration_seconds_count{operation="getCurrentUser"} 2');
    await server.close();
  });
});
