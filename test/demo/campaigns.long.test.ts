import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoUser } from '../../src/demo/accounts.ts';
import { seedDemo } from '../../src/demo/seed.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ demo: true });
  await seedDemo(server.app);
  const answer = await server.send('POST', '/api/v1/auth/login', { body: demoUser });
  token = answer.body.access_token;
});

afterAll(() => server.close());

const get = async (path: string) => (await server.send('GET', `/api/v1${path}`, { token })).body;

interface Shown {
  readonly state: string;
  readonly logs: readonly { readonly event: string; readonly ts: string }[];
}

describe('The demo', () => {
  test('has a campaign in every lasting state, with correct counts', async () => {
    const { items } = await get('/campaign');

    const counts = items.map((campaign: Record<string, unknown>) => [
      campaign['name'],
      campaign['state'],
      ...[
        'total_rows',
        'processed_rows',
        'failed_rows',
        'executed_count',
        'total_queued_count',
      ].map((count) => campaign[count]),
    ]);
    expect(counts).toEqual([
      ['Check-up reminders', 'running', 60, 0, 0, 0, 60],
      ['Overdue invoices', 'paused', 30, 4, 3, 6, 32],
      ['Customer survey', 'canceled', 30, 30, 0, 9, 30],
      ['Appointment reminders (redial)', 'completed', 2, 2, 2, 4, 4],
      ['Appointment reminders', 'completed', 5, 5, 3, 7, 7],
      ['Spring renewals', 'created', 30, 0, 0, 0, 0],
    ]);
  });

  test('has logs in order', async () => {
    const { items }: { items: Shown[] } = await get('/campaign');

    for (const { logs } of items) {
      expect(logs[0]?.event).toBe('campaign_created');
      expect(logs.map(({ ts }) => ts)).toEqual(logs.map(({ ts }) => ts).toSorted());
    }
    const paused = items.find(({ state }) => state === 'paused');
    expect(paused?.logs.at(-1)).toMatchObject({ level: 'error', event: 'circuit_breaker_tripped' });
  });

  test('calls with the simulated network by default', async () => {
    const { items } = await get('/organizations/telephony-configs');

    expect(items).toMatchObject([
      {
        provider: 'twilio',
        is_default_outbound: false,
        credentials: { auth_token: `${'*'.repeat(28)}e0b4` },
      },
      { provider: 'simulated', is_default_outbound: false },
      {
        provider: 'simulated',
        is_default_outbound: true,
        credentials: { ring_ms: 50, talk_ms: 200 },
      },
    ]);
  });
});
