import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sendEvents } from '../../../src/http/sse.ts';
import { eventsIn } from '../../support/events.ts';
import { newOrganization, type Member } from '../../support/organizations.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { givenEndedRun } from '../given.ts';
import { bodiesOf } from './given.ts';

const patience = { timeout: 30_000 };
const path = '/api/v1/events/stream';

let server: TestServer;
beforeAll(async () => {
  const streams = { perCaller: 2, perOrganization: 3, credentialEveryMs: 100 };
  server = await startServer({ streams });
});
afterAll(() => server.close());

interface Stream {
  readonly status: number;
  /** What came so far, without comments. */
  readonly text: () => string;
  readonly ids: () => string[];
  readonly names: () => string[];
  readonly ended: Promise<string>;
  readonly leave: () => void;
}

/** Opens the stream of the organization's key; it is closed when the test ends. */
async function open(
  { key }: Member,
  { query = '', after, url = server.url }: { query?: string; after?: string; url?: string } = {},
): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}${path}${query}`, {
    headers: {
      'x-api-key': key,
      ...(after !== undefined && { 'last-event-id': after }),
    },
    signal: leaving.signal,
  });
  onTestFinished(() => leaving.abort());
  const { status } = response;
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body!) text += decoder.decode(part, { stream: true });
    return 'ended';
  })().catch((error: unknown) => (error as Error).name);
  const of = (field: string) =>
    [...text.matchAll(new RegExp(`^${field}: (.*)$`, 'gm'))].map(([, value = '']) => value);
  return {
    status,
    text: () => text,
    ids: () => of('id'),
    names: () => of('event'),
    ended,
    leave: () => leaving.abort(),
  };
}

const ready = () => expect.poll(() => server.app.polls.events.size, patience).toBe(1);

describe('The stream of events', () => {
  test('begins with what happens from now on, or after the last event that the client has', async () => {
    const member = await newOrganization({ server });
    await givenEndedRun(member);
    const [ended, analyzed] = await bodiesOf(member);

    const fresh = await open(member);
    const again = await open(member, { after: '1' });
    await ready();
    await expect.poll(again.ids, patience).toEqual(['2']);
    const run = await givenEndedRun(member);
    await bodiesOf(member);

    await expect.poll(fresh.ids, patience).toEqual(['3', '4']);
    await expect.poll(again.ids, patience).toEqual(['2', '3', '4']);
    const events = eventsIn(again.text(), 'EventStreamEvent');
    expect(events[0]?.data).toEqual(analyzed);
    expect(events.map(({ data }) => data.call.run_id)).toEqual([ended.call.run_id, run, run]);
    fresh.leave();
    again.leave();
    const all = await open(member, { after: '0', query: '?type=call_ended' });
    // The last id says that nothing else matches.
    await expect.poll(all.ids, patience).toEqual(['1', '3', '4']);
    expect(all.names()).toEqual(['call_ended', 'call_ended']);
    all.leave();
    expect((await member.get('/api/v1/events')).body.items).toHaveLength(4);
  });

  test('misses nothing when it is opened again and again while events happen', async () => {
    const member = await newOrganization({ server });
    let after = '0';
    const seen: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const stream = await open(member, { after });
      for (let run = 0; run < 3; run += 1) await givenEndedRun(member);
      await bodiesOf(member);
      await expect.poll(() => stream.ids().length, patience).toBeGreaterThan(round === 0 ? 5 : 0);
      stream.leave();
      await stream.ended;
      // As a client that was cut off in the middle.
      const taken = stream.ids().slice(0, round === 4 ? undefined : 2);
      seen.push(...taken);
      after = taken.at(-1) ?? after;
    }
    const rest = await open(member, { after });
    await expect.poll(() => rest.ids().at(-1) ?? after, patience).toBe('30');

    expect([...seen, ...rest.ids()]).toEqual(Array.from({ length: 30 }, (_, n) => String(n + 1)));
  });

  test('shows nothing of others', async () => {
    const [member, stranger] = [
      await newOrganization({ server }),
      await newOrganization({ server }),
    ];
    const stream = await open(member, { after: '0' });
    await givenEndedRun(stranger);
    await bodiesOf(stranger);
    await givenEndedRun(member);
    const bodies = await bodiesOf(member);

    await expect.poll(stream.ids, patience).toEqual(['1', '2']);
    expect(eventsIn(stream.text(), 'EventStreamEvent').map(({ data }) => data)).toEqual(bodies);
  });

  test.each(['17', '-1', 'x', '1e3', '9'.repeat(20)])(
    'refuses the Last-Event-ID %s, which no event has had',
    async (after) => {
      const stream = await open(await newOrganization({ server }), { after });

      expect(stream.status).toBe(422);
    },
  );

  test('is limited for each key and organization, and ends with its key', async () => {
    const member = await newOrganization({ server });
    const streams = [await open(member), await open(member)];

    expect((await open(member)).status).toBe(429);
    await server.app.db
      .updateTable('api_keys')
      .set({ archived_at: server.app.now() })
      .where('organization_id', '=', member.organization_id)
      .execute();

    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
    expect((await open(member)).status).toBe(401);
    await expect.poll(() => server.app.polls.events.size, patience).toBe(0);
  });

  test('cuts off a client that reads nothing, and holds no more than one event for it', async () => {
    let yielded = 0;
    let ended: Promise<void> | undefined;
    const data = { type: 'call_ended', text: 'x'.repeat(1_000_000) };
    async function* endless() {
      for (;;) yield { id: String((yielded += 1)), data };
    }
    const http = createServer((_, res) => {
      const { signal } = new AbortController();
      ended = sendEvents(res, { events: endless(), eventName: 'type', signal }, 100);
    });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    onTestFinished(() => void http.close());
    const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    socket.pause();
    onTestFinished(() => void socket.destroy());

    await expect.poll(() => ended !== undefined, patience).toBe(true);
    await ended;
    const before = yielded;

    // What the kernel's buffers take.
    expect(before).toBeLessThan(30);
    await new Promise((done) => setImmediate(done));
    expect(yielded).toBe(before);
  });
});
