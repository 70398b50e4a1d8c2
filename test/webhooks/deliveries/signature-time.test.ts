import { afterEach, expect, test, vi } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { givenGraph, givenTextRun } from '../../workflows/conversations/given.ts';
import {
  deliver,
  endpointsPath,
  givenEndedRun,
  givenEndpoint,
  hourMs,
  minuteMs,
  pass,
  startReceiver,
} from '../given.ts';

const server = ownServer();
afterEach(() => void vi.useRealTimers());

test.each([-5, 5])(
  "Signatures have the database's time, with the clock of the process %d minutes ahead and the simulation's days ahead",
  async (minutes) => {
    const realSeconds = Date.now() / 1000;
    server.setNow(new Date().toISOString());
    const member = await newOrganization({ server });
    const receiver = await startReceiver((_, response) => response.end('{"text":"Hello?"}'));
    const { id } = await givenEndpoint(member, receiver.url);
    const path = await givenGraph(member, undefined, {
      workflow_configurations: { runtime_url: receiver.url },
    });
    await member.post(`${path}/runtime/rotate-secret`);
    await givenEndedRun(member);
    pass(server, 48 * hourMs);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minuteMs });

    await deliver(server);
    const tested = await member.post(`${endpointsPath}/${id}/test`);
    const turn = await member.post(`${await givenTextRun(member, path)}/turns`, {});

    expect([tested.status, turn.status]).toEqual([200, 200]);
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(times.length).toBeGreaterThan(3);
    for (const time of times) expect(Math.abs(time - realSeconds)).toBeLessThan(60);
  },
);
