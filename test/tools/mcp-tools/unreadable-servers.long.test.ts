import { expect, test } from 'vitest';
import { newOrganization } from '../../support/organizations.ts';
import { imported, importPath, startMcpServer } from './given.ts';

test('A server that never answers is not waited for longer than ten seconds, and holds up nobody else', async () => {
  const [member, other] = [await newOrganization(), await newOrganization()];
  const [slow, server] = [await startMcpServer(), await startMcpServer()];
  slow.instead = () => true;
  const began = performance.now();

  const waiting = [1, 2].map(() => member.post(importPath, { server_url: slow.url }));
  await expect.poll(() => slow.received.length).toBe(2);
  const third = await member.post(importPath, { server_url: server.url });
  await imported(other, server);
  const answers = await Promise.all(waiting);

  expect(third.status).toBe(429);
  for (const { status, body } of answers)
    expect([status, body.error_code]).toEqual([502, 'timeout']);
  expect(performance.now() - began).toBeLessThan(15_000);
}, 30_000);
