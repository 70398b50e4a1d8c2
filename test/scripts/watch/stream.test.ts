import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { follow, Refused } from '../../../scripts/watch/stream.ts';

type Answer = (res: ServerResponse) => void;

/** A server that gives these answers, one after another, and the requests that it got. */
async function given(...answers: readonly Answer[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    requests.push(req);
    answers[Math.min(requests.length, answers.length) - 1]?.(res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stopping = new AbortController();
  onTestFinished(() => {
    stopping.abort();
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const options = { headers: { authorization: 'Bearer t' }, signal: stopping.signal, againMs: 1 };
  return { requests, stopping, followed: follow(`http://127.0.0.1:${port}/`, options) };
}

const event = (id: number, name: string): string =>
  `id: ${id}\nevent: ${name}\ndata: {"event":"${name}","n":${id}}\n\n`;
const streaming = (...parts: readonly string[]): Answer => {
  return (res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of parts) res.write(part);
    res.end();
  };
};

test('follow opens a stream again with the id of the last event, until it is complete', async () => {
  const { requests, followed } = await given(
    streaming(
      ': hello\n\n',
      event(7, 'progress'),
      'retry: 1\nevent: stopping\ndata: {"event":"stopping"}\n\n',
    ),
    (res) => res.destroy(),
    (res) => res.writeHead(503).end('{}'),
    streaming('id: 8\neve', 'nt: complete\ndata: {"event":', '"complete","n":8}\n\n'),
  );

  const kinds: string[] = [];
  for await (const each of followed) kinds.push(each.kind === 'lost' ? 'lost' : each.event.event);

  expect(kinds).toEqual(['progress', 'stopping', 'lost', 'lost', 'lost', 'complete']);
  expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([
    undefined,
    '7',
    '7',
    '7',
  ]);
});

test('follow gives up where the server refuses', async () => {
  const { requests, followed } = await given((res) => res.writeHead(401).end('{"code":"x"}'));

  await expect(followed.next()).rejects.toThrow(Refused);
  expect(requests).toHaveLength(1);
});

test('follow ends at once with its signal', async () => {
  const { followed, stopping } = await given((res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(event(1, 'progress'));
  });

  expect((await followed.next()).done).toBe(false);
  const next = followed.next();
  stopping.abort();
  expect((await next).done).toBe(true);
});
