import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { closing, createHttpServer } from '../../src/http/server.ts';

test('A server that closes answers all requests of a connection and then ends it', async () => {
  const responses: ServerResponse[] = [];
  const { timeouts } = readConfig({ KEEP_ALIVE_TIMEOUT_SECONDS: '3600' });
  const server = createHttpServer((_, res) => void responses.push(res), timeouts);
  const connections = closing(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part: string) => (text += part));
  socket.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => responses).toHaveLength(2);

  const closed = Promise.all([connections.end(), once(socket, 'close')]);
  for (const [index, res] of responses.entries()) res.end(`answer ${index + 1}`);
  await closed;

  expect(text).toContain('answer 1');
  expect(text).toContain('answer 2');
  expect(text.match(/Connection: [\w-]+/g)).toEqual([
    'Connection: keep-alive',
    'Connection: close',
  ]);
});
