import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepsOf } from '../../src/process/workers.ts';
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
