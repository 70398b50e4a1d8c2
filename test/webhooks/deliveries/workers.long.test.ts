import { expect, test, vi } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import {
  deliveriesOf,
  deliveriesPath,
  givenEndedRun,
  givenEndpoint,
  startReceiver,
} from '../given.ts';

test('A process that works on the queues sends events, retries and replays by itself', async () => {
  const server = await startServer({ role: 'all' });
  const member = await newOrganization({ server });
  const receiver = await startReceiver();
  await givenEndpoint(member, receiver.url);

  const run = await givenEndedRun(member);
  await vi.waitFor(() => expect(receiver.received.length).toBe(2), 20_000);

  expect(receiver.heard()).toEqual([`call_ended ${run}`, `call_analyzed ${run}`]);

  receiver.reply = (_, response) => response.writeHead(500).end();
  const late = await givenEndedRun(member, {}, { conversed: true });
  // The time of the next attempt depends on when this one is recorded, so wait for that before moving the clock.
  await vi.waitFor(
    async () => expect((await deliveriesOf(member)).at(-1)).toMatchObject({ last_status: 500 }),
    20_000,
  );
  receiver.reply = (_, response) => response.writeHead(204).end();
  server.setNow(new Date(Date.now() + 40_000).toISOString());
  await vi.waitFor(() => expect(receiver.received.length).toBe(5), 20_000);
  expect(receiver.heard().slice(3)).toEqual([`call_ended ${late}`, `call_analyzed ${late}`]);

  const list = await member.get(deliveriesPath);
  await member.post(`${deliveriesPath}/${list.body.items[0].id}/replay`);
  await vi.waitFor(() => expect(receiver.received.length).toBe(6), 20_000);
  await server.close();
  expect(server.logged.filter(({ level }) => Number(level) > 30)).toEqual([]);
}, 60_000);
