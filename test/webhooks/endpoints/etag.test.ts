import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/client.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { deliver, givenEndedRun, givenEndpoint, hourMs, pass, startReceiver } from '../given.ts';

const server = ownServer();
let member: Member;
beforeEach(async () => {
  server.setNow(new Date().toISOString());
  member = await newOrganization({ server });
});

const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';
const rename = (path: string, ifMatch: string) =>
  member.send('PATCH', path, {
    token: member.token,
    body: { description: 'Renamed' },
    headers: { 'if-match': ifMatch },
  });

describe("A webhook endpoint's ETag", () => {
  test('does not change when a delivery fails', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const { path } = await givenEndpoint(member, receiver.url);
    const before = etagOf(await member.get(path));
    await givenEndedRun(member);
    await deliver(server);

    expect(receiver.received.length).toBeGreaterThan(0);
    expect(etagOf(await member.get(path))).toBe(before);
    expect((await rename(path, before)).status).toBe(200);
  });

  test('no longer allows a change once the service has disabled the endpoint', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(410).end());
    const { path } = await givenEndpoint(member, receiver.url);
    const before = etagOf(await member.get(path));
    await givenEndedRun(member);
    await deliver(server);

    const answer = await rename(path, before);

    expect([answer.status, answer.body.code]).toEqual([412, 'precondition_failed']);
  });

  test('changes when the previous secret has expired; as If-Match it still allows a change', async () => {
    const { path } = await givenEndpoint(member, 'http://127.0.0.1:9/');
    const rotated = etagOf(await member.post(`${path}/rotate-secret`));
    pass(server, 25 * hourMs);

    const read = await member.send('GET', path, {
      token: member.token,
      headers: { 'if-none-match': rotated },
    });

    expect([read.status, read.body.previous_secret_expires_at]).toEqual([200, null]);
    expect((await rename(path, rotated)).status).toBe(200);
  });
});
