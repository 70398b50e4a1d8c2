import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createStopping } from '../../src/process/stop.ts';
import { startTalks, sweepsOf } from '../../src/process/workers.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('Only sweeps that need something of their process run in each', () => {
  const names = sweepsOf(server.app).map(({ name }) => name);
  const local = sweepsOf(server.app).filter(({ isLocal }) => isLocal);

  expect(new Set(names).size).toBe(names.length);
  expect(local.map(({ name }) => name).toSorted()).toEqual([
    'calls.check_statuses',
    'calls.follow_simulated_talks',
    'calls.hang_up',
    'calls.place_due',
    'calls.send_transfers',
    'mail.send_due',
    'voice.generate_waiting',
    'voice.remove_old_uploads',
    'webhooks.due',
  ]);
});

test('A process without workers vouches for the simulated calls that it holds, until it stops', async () => {
  const { app } = server;
  const follow = vi.spyOn(app.network, 'followTalks').mockRejectedValueOnce(new Error('away'));
  const stop = vi.spyOn(app.network, 'stop').mockResolvedValue();

  const talks = startTalks(app);
  await vi.waitFor(() => expect(follow).toHaveBeenCalledTimes(2), 5000);
  await talks.stop(createStopping());
  await wait(1100);

  expect([follow, stop].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  vi.restoreAllMocks();
});
