import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conform } from '../../scripts/conformance/conform.ts';
import { harOf } from '../../scripts/conformance/har.ts';
import { reportOf, tableOf } from '../../scripts/conformance/report.ts';
import { left } from '../../scripts/conformance/tables.ts';
import { demoAdmin, demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startMockProcess } from '../support/mock.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer, type TestServer } from '../support/server.ts';

const environment = {
  EMAIL: demoUser.email,
  PASSWORD: demoUser.password,
  ADMIN_EMAIL: demoAdmin.email,
  ADMIN_PASSWORD: demoAdmin.password,
};

let server: TestServer;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'voice-agent-conformance-'));
  server = await startServer({ role: 'all', demo: true, speech: undefined, dataDir: directory });
  await seedDemo(server.app);
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('make conformance', () => {
  test('finds nothing against a server with demo data', { timeout: 400_000 }, async () => {
    const { results, exchanges } = await conform({ url: server.url, environment });

    const report = reportOf(results);
    expect(
      report.operations.flatMap(({ operation, failed }) => failed.map((each) => [operation, each])),
    ).toEqual([]);
    expect(report.passed).toBeGreaterThan(1200);
    // Beside the operations that are left out on purpose.
    const missed = report.operations.flatMap(({ operation, not_reached }) =>
      operation in left ? [] : not_reached.map(({ name }) => `${operation}: ${name}`),
    );
    expect(missed.length).toBeLessThan(27);
    expect(tableOf(report)).toMatch(/\n\d+ operations: \d+ passed, 0 failed, \d+ not reached\.$/);
    const archive = JSON.stringify(harOf(server.url, exchanges));
    expect(archive).not.toMatch(/"Bearer (?!redacted|wrong)/);
    // The first eight characters of a key are shown as its prefix.
    expect(archive).not.toMatch(/demo-password|admin-password|\bvap_[A-Za-z0-9]{9}|\bwhsec_/);
  });

  test('reaches every success of the mock', { timeout: 400_000 }, async () => {
    const mock = await startMockProcess();
    const { results } = await conform({ url: mock.url, environment });
    await mock.close();

    expect(results.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(results.length).toBeGreaterThan(1200);
    const unreached = results.filter(({ verdict }) => verdict === 'not reached');
    expect(unreached.map(({ operation }) => operation).toSorted()).toEqual(
      Object.keys(left).toSorted(),
    );
  });

  test('names what a server gets wrong', async () => {
    const broken = await startBroken();
    const only = [
      'getCurrentUser',
      'listWorkflows',
      'listStories',
      'createStory',
      'getCallingHours',
    ];
    const { results } = await conform({ url: broken.url, environment, only });
    broken.close();

    const failed = results.filter(({ verdict }) => verdict === 'failed');
    expect(Map.groupBy(failed, ({ operation }) => operation).size).toBe(only.length);
    const reasonOf = (id: string, name: string) =>
      failed.find((each) => each.operation === id && each.name === name)?.reason;
    expect(reasonOf('getCurrentUser', 'success')).toBe('the header X-Request-Id is missing');
    expect(reasonOf('listWorkflows', 'success')).toContain(
      "must have required property 'next_cursor'",
    );
    expect(reasonOf('listStories', 'no credential')).toContain('answered 200');
    expect(reasonOf('createStory', 'success')).toContain('Location is /elsewhere, not /api');
    expect(reasonOf('getCallingHours', 'success')).toContain('the status 418 is not declared');
  });

  test('tries what super admins may without one', async () => {
    const { EMAIL, PASSWORD } = environment;
    const only = ['createCatalogEntry', 'listAuditEventsAsAdmin'];
    const { results } = await conform({
      url: server.url,
      environment: { EMAIL, PASSWORD },
      only,
    });

    const { operations } = reportOf(results);
    const name = 'a user who is no super admin';
    const passed = [name, 'no credential', 'a wrong credential'];
    const reason = 'there is no ADMIN_EMAIL or ADMIN_TOKEN';
    const not_reached = [{ name: 'success', reason }];
    expect(operations).toEqual(
      only.map((operation) => ({ operation, passed, failed: [], not_reached })),
    );
  });

  test('tries what the role of its user does not allow', async () => {
    const viewer = await newOrganization({ server, role: 'viewer' });
    const { results } = await conform({
      url: server.url,
      environment: { TOKEN: viewer.token },
      only: ['createStory', 'listStories'],
    });

    const { operations } = reportOf(results);
    expect(operations.flatMap(({ failed }) => failed)).toEqual([]);
    expect(operations[0]).toMatchObject({
      operation: 'listStories',
      passed: expect.arrayContaining(['success']),
    });
    expect(operations[1]).toMatchObject({
      operation: 'createStory',
      passed: ['a user with another role', 'no credential', 'a wrong credential'],
      not_reached: [{ name: 'success', reason: 'the user has the role viewer' }],
    });
  });

  test('says how to log in when nobody can', async () => {
    const wrong = { EMAIL: 'nobody@example.com', PASSWORD: 'a-password' };

    await expect(conform({ url: server.url, environment: wrong })).rejects.toThrow(
      'nobody@example.com cannot log in (401). Set EMAIL and PASSWORD, or TOKEN.',
    );
  });
});

/** The server behind a proxy that spoils one thing of each of five operations. */
async function startBroken(): Promise<{ url: string; close(): void }> {
  let token = '';
  const proxy = createServer((req, res) => {
    void (async () => {
      const path = req.url?.split('?')[0] ?? '';
      const at = `${req.method} ${path.replace('/api/v1/', '')}`;
      const body = Buffer.concat((await req.toArray()) as Buffer[]);
      const { authorization } = req.headers;
      if (authorization !== undefined && !authorization.endsWith('wrong')) token = authorization;
      const isOpen = at === 'GET voice/stories' && authorization === undefined;
      const { connection: _, 'content-length': _length, ...sent } = req.headers;
      const response = await fetch(`${server.url}${req.url}`, {
        method: req.method ?? 'GET',
        headers: { ...(sent as Record<string, string>), ...(isOpen && { authorization: token }) },
        ...(body.length > 0 && { body }),
      });
      const headers = new Headers(response.headers);
      let text = await response.text();
      if (at === 'GET auth/me') headers.delete('x-request-id');
      if (at === 'GET workflow') text = text.replace(/,"next_cursor":[^,}]*/, '');
      if (at === 'POST voice/stories' && response.ok) headers.set('location', '/elsewhere');
      headers.delete('content-length');
      headers.delete('transfer-encoding');
      const status =
        at === 'GET organizations/calling-hours' && response.ok ? 418 : response.status;
      res.writeHead(status, Object.fromEntries(headers)).end(text);
    })();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => void proxy.close(),
  };
}
