import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { onePerLoop, pipelinedLimit } from '../../src/http/listener.ts';
import { newOrganization } from '../support/organizations.ts';
import { ownServer } from '../support/own-server.ts';

const nextTurn = () => new Promise((done) => setImmediate(done));

describe('Concurrent requests', () => {
  /** Sends requests from these addresses in one turn; returns what has started so far. */
  function bring(...addresses: readonly string[]) {
    const begun: string[] = [];
    const addressOf = ({ socket }: Pick<IncomingMessage, 'socket'>) => String(socket.remoteAddress);
    const handler = onePerLoop(addressOf, (req) => begun.push(addressOf(req)));
    const responses = addresses.map((ip) => {
      const response = { destroyed: false };
      const socket = { destroyed: false, remoteAddress: ip };
      handler({ socket } as IncomingMessage, response as ServerResponse);
      return response;
    });
    return { begun, responses };
  }

  test('start one per turn of the event loop', async () => {
    const { begun } = bring('a', 'a', 'a');
    expect(begun).toEqual(['a']);
    await nextTurn();
    expect(begun).toEqual(['a', 'a']);
    await nextTurn();
    expect(begun).toEqual(['a', 'a', 'a']);
  });

  test('start in turns by address', async () => {
    const { begun } = bring('a', 'a', 'a', 'a', 'b', 'c', 'c');
    for (let turn = 0; turn < 6; turn++) await nextTurn();
    expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'c', 'a']);
  });

  test('do not start when their clients have left', async () => {
    const { begun, responses } = bring('a', 'b', 'c');
    if (responses[1]) responses[1].destroyed = true;
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    expect(begun).toEqual(['a', 'c']);
  });

  test('start immediately when no other waits', async () => {
    const { begun } = bring('a');
    expect(begun).toEqual(['a']);
  });
});

describe('Concurrent large bodies', () => {
  const server = ownServer();

  test('are parsed one per turn of the event loop', async () => {
    let turn = 0;
    const turns: number[] = [];
    const count = (): void => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const parse = JSON.parse;
    const parsing = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      if (text.length > 262_144) turns.push(turn);
      return parse(text, reviver);
    });
    const { key } = await newOrganization({ server });
    const body = JSON.stringify({ name: 'x'.repeat(300_000) });
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const sent = Array.from({ length: 12 }, () =>
      fetch(`${server.url}/api/v1/workflow`, { method: 'POST', headers, body }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    clearImmediate(counting);
    parsing.mockRestore();

    expect(statuses).toEqual(sent.map(() => 422));
    expect(turns).toHaveLength(12);
    expect(new Set(turns).size).toBe(12);
  });
});

describe('A server that gets many requests from one client at once', () => {
  const server = ownServer();

  async function ask(socket: Socket): Promise<string | undefined> {
    socket.write('GET /api/v1/workflow HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    return socket.localAddress;
  }
  /** A connection that the server has accepted and answered on. */
  async function connection(localAddress: string): Promise<Socket> {
    const { port, hostname } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    await ask(socket);
    return socket;
  }

  test('answers other clients in between', async () => {
    const many = await Promise.all(Array.from({ length: 60 }, () => connection('127.0.0.3')));
    const all = [...many, await connection('127.0.0.4')];
    const answered: (string | undefined)[] = [];
    await Promise.all(all.map((socket) => ask(socket).then((from) => answered.push(from))));
    for (const socket of all) socket.destroy();

    expect(answered.indexOf('127.0.0.4')).toBeLessThan(20);
  });

  test('closes a connection with too many waiting requests', async () => {
    const flooding = await connection('127.0.0.5');
    const request = 'GET /api/v1/workflow HTTP/1.1\r\nHost: localhost\r\n\r\n';
    flooding.on('error', () => {});
    const closed = once(flooding, 'close');
    flooding.write(request.repeat(pipelinedLimit + 2));
    await closed;

    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'alive' });
  });

  test('answers the maximum number of waiting requests of one connection', async () => {
    const pipelining = await connection('127.0.0.6');
    const request = 'GET /api/v1/workflow HTTP/1.1\r\nHost: localhost\r\n\r\n';
    let text = '';
    pipelining.on('data', (data) => {
      text += data.toString('latin1');
    });
    pipelining.write(request.repeat(pipelinedLimit));

    await expect.poll(() => text.split('HTTP/1.1 401').length - 1).toBe(pipelinedLimit);
    pipelining.destroy();
  });
});
