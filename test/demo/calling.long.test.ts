import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ role: 'all', demo: true });
  await seedDemo(server.app);
  const answer = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  token = answer.body.access_token;
});

afterAll(() => server.close());

const get = async (path: string) => (await server.send('GET', `/api/v1${path}`, { token })).body;
const idOf = async (state: string): Promise<number> =>
  (await get(`/campaign?state=${state}`)).items[0].id;
/** A free port. */
async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  await new Promise((done) => holder.close(done));
  return port;
}
const patience = { timeout: 60_000, interval: 100 };

describe('The demo', () => {
  test('calls at the start, as many at once as its running campaign allows', async () => {
    const { id } = (await get('/campaign')).items.find(
      ({ name }: { name: string }) => name === 'Check-up reminders',
    );

    const progress = await vi.waitUntil(async () => {
      const now = await get(`/campaign/${id}/progress`);
      return now.calls_in_progress === 3 && now;
    }, patience);

    expect(progress).toMatchObject({ total_rows: 60, contacts: { dialing: 3 } });
    expect(server.logged.filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  test('has a paused campaign that calls its remaining contacts once it is resumed', async () => {
    const id = await idOf('paused');
    const before = await get(`/campaign/${id}/progress`);

    await server.send('POST', `/api/v1/campaign/${id}/resume`, { token });

    const after = await vi.waitUntil(async () => {
      const now = await get(`/campaign/${id}/progress`);
      const { pending, dialing } = now.contacts;
      return pending + dialing === 0 && now;
    }, patience);
    expect(before.contacts.pending).toBe(24);
    expect(after).toMatchObject({ state: 'running', executed_count: before.executed_count + 26 });
  });

  test('runs make first-call, whose receiver prints both events', async () => {
    const example = new URL('../../scripts/example/first-call.sh', import.meta.url).pathname;
    const env = {
      PATH: process.env['PATH'],
      API: `${server.url}/api/v1`,
      RECEIVER_PORT: String(await freePort()),
    };

    const { stdout } = await promisify(execFile)(example, { env });

    const [ended, analyzed] = stdout.split('\n').filter((line) => line.includes('+12025550185 '));
    expect(ended).toMatch(/^call_ended \+12025550185 completed/);
    expect(analyzed).toBe('call_analyzed +12025550185 completed Ada agreed to the recording.');
    expect(stdout).toContain('completed, consent given: true.');
  });
});
