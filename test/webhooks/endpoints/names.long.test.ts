import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { resolveAnywhere, resolveByDns } from '../../../src/webhooks/endpoints/names.ts';
import { newOrganization } from '../../support/organizations.ts';
import { ownServer } from '../../support/own-server.ts';
import { endpointsPath } from '../given.ts';

/** A name server that returns the IPv4 addresses of some names and does not respond for others. */
async function startNameServer(addresses: Record<string, string>): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const found = addresses[nameIn(query)];
    if (found === undefined) return;
    const isForA = query.readUInt16BE(end - 4) === 1;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(isForA ? 1 : 0, 6);
    header.fill(0, 8);
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4]);
    const rest = isForA ? [answer, Buffer.from(found.split('.').map(Number))] : [];
    socket.send(Buffer.concat([header, query.subarray(12, end), ...rest]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const server = `127.0.0.1:${socket.address().port}`;
  const resolve4: (hostname: string) => Promise<string[]> = Resolver.prototype.resolve4;
  // It is queried before the resolver starts.
  const spy = vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(function (
    this: Resolver,
    hostname: string,
  ): Promise<never> {
    this.setServers([server]);
    return resolve4.call(this, hostname) as Promise<never>;
  });
  onTestFinished(() => {
    spy.mockRestore();
    socket.close();
  });
}

/** The labels of a query's name, each preceded by its length. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12, length; (length = query[at] ?? 0) > 0; at += length + 1)
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
  return labels.join('.');
}

describe('A host name', () => {
  test('is resolved by DNS, whatever else is slow', async () => {
    await startNameServer({ 'quick.example.com': '93.184.215.14' });
    let areSlowDone = false;
    const slow = Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => resolveByDns(`slow-${at}.example.com`)),
    ).finally(() => (areSlowDone = true));

    const quick = await resolveByDns('quick.example.com');

    expect(quick).toEqual([{ address: '93.184.215.14', family: 4 }]);
    expect(areSlowDone).toBe(false);
    expect(new Set((await slow).map((each) => String('reason' in each && each.reason)))).toEqual(
      new Set(['Error: The host name could not be resolved within 2 seconds.']),
    );
  });

  test.each(['localhost', 'LOCALHOST.', 'hooks.localhost'])('%s is this machine', async (name) => {
    await startNameServer({ [name]: '93.184.215.14' });

    expect(await resolveByDns(name)).toContainEqual({ address: '127.0.0.1', family: 4 });
    expect(await resolveAnywhere(name)).toContainEqual({ address: '127.0.0.1', family: 4 });
  });
});

describe('createWebhookEndpoint', () => {
  const server = ownServer({ webhookAllowPrivate: false });

  test('holds no connection while it resolves names', async () => {
    const member = await newOrganization({ server });
    const { promise, reject } = Promise.withResolvers<never>();
    const spies = (['resolve4', 'resolve6'] as const).map((name) =>
      vi.spyOn(Resolver.prototype, name).mockReturnValue(promise),
    );
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    const created = Array.from({ length: 20 }, (_, at) =>
      member.post(
        endpointsPath,
        { url: `https://slow-${at}.example.com/` },
        { 'idempotency-key': randomUUID() },
      ),
    );
    await vi.waitFor(() => expect(spies[0]).toHaveBeenCalledTimes(20), 60_000);

    const list = await member.get(endpointsPath);

    expect([list.status, list.body.items]).toEqual([200, []]);
    // A name that does not resolve at present is allowed: every connection checks again.
    reject(new Error('The name server is away.'));
    for (const { status } of await Promise.all(created)) expect(status).toBe(201);
  });

  test('repeats its first response, even if the name resolves differently by then', async () => {
    const member = await newOrganization({ server });
    const names = { 'moved.example.com': '93.184.215.14' };
    await startNameServer(names);
    const create = (key: string) =>
      member.post(endpointsPath, { url: 'https://moved.example.com/' }, { 'idempotency-key': key });
    const key = randomUUID();
    const first = await create(key);
    names['moved.example.com'] = '10.0.0.1';

    const again = await create(key);
    const other = await create(randomUUID());

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(other.status).toBe(422);
  });
});
