import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '../../src/errors.ts';
import { statusOf } from '../../src/http/failures.ts';
import { streamed } from '../../src/http/body-streams.ts';

const limit = 100_000;

/** Reads the body, or none of it, and returns its size or why it could not be read. */
async function startReader(): Promise<Server> {
  const app = express();
  app.post('/all', (req, res) => {
    buffer(streamed({ req, res }, limit)).then(
      (body) => res.json(body.length),
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        res.status(statusOf(error)).json(error.problem.members);
      },
    );
  });
  app.post('/none', (req, res) => {
    streamed({ req, res }, limit);
    res.status(422).json(null);
  });
  app.get('/next', (_, res) => res.json('the next answer'));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('A streamed body', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startReader();
  });
  afterAll(() => server.close());

  /**
   * Sends bytes without declaring their length, and a second request after them; returns the statuses and bodies of
   * both.
   */
  async function send(path: string, bytes: number): Promise<string[]> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`);
    socket.write(`${bytes.toString(16)}\r\n`);
    socket.write(Buffer.alloc(bytes));
    socket.write('\r\n0\r\n\r\n');
    socket.write('GET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const text = (await buffer(socket)).toString();
    return [...text.matchAll(/HTTP\/1.1 (\d+)|\r\n\r\n(.*?)(?=HTTP|$)/gm)].map(
      ([, status, body]) => status ?? body ?? '',
    );
  }

  const next = ['200', '"the next answer"'];

  test('is read up to its limit', async () => {
    expect(await send('/all', limit)).toEqual(['200', String(limit), ...next]);
  });

  test.each([limit + 1, 20_000_000])(
    'of %d bytes is refused, and the rest of it is discarded',
    async (bytes) => {
      expect(await send('/all', bytes)).toEqual(['413', `{"limit_bytes":${limit}}`, ...next]);
    },
  );

  test('that nobody reads is discarded too', async () => {
    expect(await send('/none', 20_000_000)).toEqual(['422', 'null', ...next]);
  });
});
