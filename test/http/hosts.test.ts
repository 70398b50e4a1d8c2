import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { hostCheck } from '../../src/http/hosts.ts';
import { loadContract } from '../../src/http/operations.ts';
import { ownServer } from '../support/own-server.ts';

const loopback = {};
const network = { HOST: '0.0.0.0' };
const named = { ...network, PUBLIC_URL: 'https://api.example.com/base' };
const pages = { CORS_ORIGINS: 'https://app.example.com' };

function check(env: Record<string, string>, headers: string[], path = '/api/v1/auth/me') {
  const pairs = headers.map((each) => each.split(': ') as [string, string]);
  const req = {
    httpVersion: headers.length === 0 ? '1.0' : '1.1',
    headers: Object.fromEntries(pairs.toReversed()),
    rawHeaders: pairs.flat(),
  };
  return hostCheck(readConfig(env))(req as unknown as IncomingMessage, path)?.problem.code;
}

test.each([
  [loopback, ['host: localhost']],
  [loopback, ['host: LocalHost:3000']],
  [loopback, ['host: localhost.:3000']],
  [loopback, ['host: demo.localhost:3000']],
  [loopback, ['host: 127.0.0.1:3000']],
  [loopback, ['host: 127.9.9.9']],
  [loopback, ['host: [::1]:3000']],
  [loopback, []],
  [{ PUBLIC_URL: 'http://localhost:4000' }, ['host: localhost:3000']],
  [network, ['host: anything.example']],
  [named, ['host: api.example.com']],
  [named, ['host: API.example.com:8443']],
  [named, ['host: 127.0.0.1:3000']],
  [loopback, ['host: localhost:3000', 'origin: http://localhost:3000']],
  [{ ...loopback, ...pages }, ['host: localhost:3000', 'origin: https://app.example.com']],
  [{ CORS_ORIGINS: '*' }, ['host: localhost:3000', 'origin: null']],
  [named, ['host: 127.0.0.1:3000', 'origin: https://api.example.com']],
])('With %o a request with %o is answered', (env, headers) => {
  expect(check(env, headers)).toBeUndefined();
});

test.each([
  [loopback, ['host: evil.example'], 'misdirected_request'],
  [
    loopback,
    ['host: evil.example:3000', 'origin: http://evil.example:3000'],
    'misdirected_request',
  ],
  [loopback, ['host: localhost.evil.example'], 'misdirected_request'],
  [loopback, ['host: 127.0.0.1.evil.example'], 'misdirected_request'],
  [loopback, ['host: evillocalhost'], 'misdirected_request'],
  [loopback, ['host: me@localhost'], 'request_malformed'],
  [network, ['host: a b'], 'request_malformed'],
  [network, ['origin: http://localhost'], 'request_malformed'],
  [loopback, ['host: 0.0.0.0:3000'], 'misdirected_request'],
  [loopback, ['host: 192.168.1.5:3000'], 'misdirected_request'],
  [loopback, ['host: '], 'misdirected_request'],
  [named, ['host: evil.example'], 'misdirected_request'],
  [named, ['host: 10.0.0.7:3000'], 'misdirected_request'],
  [loopback, ['Host: localhost', 'host: localhost'], 'request_malformed'],
  [loopback, ['host: localhost', 'HOST: evil.example'], 'request_malformed'],
  [loopback, ['host: localhost:3000', 'origin: http://evil.example'], 'origin_not_allowed'],
  [loopback, ['host: localhost:3000', 'origin: http://localhost:5173'], 'origin_not_allowed'],
  [loopback, ['host: localhost:3000', 'origin: null'], 'origin_not_allowed'],
  [
    { ...named, ...pages },
    ['host: api.example.com', 'origin: https://evil.example'],
    'origin_not_allowed',
  ],
])('With %o a request with %o is refused with %s', (env, headers, code) => {
  expect(check(env, headers)).toBe(code);
});

test.each(['/healthz', '/readyz', '/metrics'])(
  '%s is answered by address on the network, and not on loopback alone',
  (path) => {
    expect(check(named, ['host: 10.0.0.7:3000'], path)).toBeUndefined();
    expect(check(loopback, ['host: 10.0.0.7:3000'], path)).toBe('misdirected_request');
  },
);

describe('A server on loopback alone', () => {
  const server = ownServer();

  async function send(method: string, path: string, headers: string[]) {
    const { port } = new URL(server.url);
    const sent = request({ port, method, path, headers, setHost: false, agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await answer.toArray()).toString();
    return [answer.statusCode, method === 'HEAD' ? undefined : JSON.parse(text).code];
  }

  // Their checks of responses take a while for each operation; the refusal comes before any of them is known.
  const operations = loadContract()
    .operations.filter((_, index) => index % 40 === 0)
    .map(({ method, path }) => [method, path] as const);
  const others = ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/metrics', '/nothing'];
  const paths = [...operations, ...others.map((path) => ['GET', path] as const)];

  test('answers 421 to names that are not its own, whatever is requested', async () => {
    const answers = await Promise.all(
      [...paths, ['POST', '/mcp'] as const].map(async ([method, path]) => [
        `${method} ${path}`,
        ...(await send(method, path, ['host', 'evil.example'])),
      ]),
    );

    expect(answers.filter(([, ...answer]) => String(answer) !== '421,misdirected_request')).toEqual(
      [],
    );
  });

  test('answers 400 to two hosts and 403 to pages of other origins', async () => {
    const host = ['host', new URL(server.url).host];
    const foreign = ['origin', 'http://evil.example'];
    const some = [operations[0]!, ['GET', '/docs'] as const, ['POST', '/mcp'] as const];
    for (const [method, path] of some) {
      expect(await send(method, path, [...host, ...host])).toEqual([400, 'request_malformed']);
      expect(await send(method, path, [...host, ...foreign])).toEqual([403, 'origin_not_allowed']);
    }
  });
});
