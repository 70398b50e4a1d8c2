import { describe, expect, test } from 'vitest';
import { createMetrics, watchWork } from '../../src/telemetry/metrics.ts';
import { countLive } from '../../src/telephony/calls/queries.ts';
import { newOrganization } from '../support/organizations.ts';
import { startServer } from '../support/server.ts';
import { givenCallable } from '../telephony/calls/given.ts';

describe('The metrics of work', () => {
  test('report the waiting keys of each queue and the calls in progress', async () => {
    const server = await startServer();
    const { app } = server;
    watchWork(app.metrics, {
      waiting: () => ({ 'calls.place': ['7', '9'], 'mail.send': [] }),
      liveCalls: () => countLive(app.db),
      oldest: [async () => ({ emails: 61 }), () => Promise.reject(new Error('away'))],
      server: async () => ({ campaigns_held: 3 }),
    });
    const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
    const member = await newOrganization({ server });
    const { workflow_id } = await givenCallable(member);
    const before = await metrics();

    for (const to_number of ['+12025550123', '+12025550124'])
      await member.post('/api/v1/telephony/initiate-call', { workflow_id, to_number });
    await member.post(`/api/v1/workflow/${workflow_id}/runs`, {});

    expect(before).toContain('\njobs_waiting{queue="calls.place"} 2\n');
    expect(before).toContain('\njobs_waiting{queue="mail.send"} 0\n');
    expect(before).toContain('\ncalls_live 0\n');
    expect(before).toContain('\noldest_due_seconds{work="emails"} 61\n');
    expect(before).toContain('\ncampaigns_held 3\n');
    expect(before).not.toMatch(/^database_deadlocks_total /m);
    // They are cached for a second.
    await expect.poll(metrics, { timeout: 10_000 }).toContain('\ncalls_live 2\n');
    await server.close();
  });

  test('are not awaited while the database does not respond, and not looked up concurrently', async () => {
    const metrics = createMetrics();
    let looked = 0;
    const silent = () => {
      looked++;
      return new Promise<never>(() => {});
    };
    watchWork(metrics, {
      waiting: () => ({}),
      liveCalls: silent,
      oldest: [silent, silent],
      server: silent,
    });

    const texts = await Promise.all([1, 2, 3].map(() => metrics.registry.metrics()));
    texts.push(await metrics.registry.metrics());

    for (const text of texts) {
      expect(text).toContain('process_cpu_seconds_total');
      expect(text).not.toMatch(/^(calls_live|oldest_due_seconds|campaigns_held)\b/m);
    }
    expect(looked).toBe(4);
  });

  test('are missing while the database is unreachable, and all others are reported', async () => {
    const metrics = createMetrics();
    const away = () => Promise.reject(new Error('away'));
    watchWork(metrics, {
      waiting: () => ({}),
      liveCalls: away,
      oldest: [away],
      server: away,
    });

    const text = await metrics.registry.metrics();

    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toMatch(/^(calls_live|oldest_due_seconds|campaigns_held)\b/m);
  });
});
