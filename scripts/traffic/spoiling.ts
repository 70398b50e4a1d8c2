import type { Random } from './random.ts';
import type { WireRequest } from './sending.ts';

type Spoil = (request: WireRequest, random: Random) => WireRequest;

const withHeader =
  (name: string, ...values: readonly string[]): Spoil =>
  (request, random) => ({ ...request, headers: [...request.headers, [name, random.pick(values)]] });

const withoutHeader = (request: WireRequest, name: string): WireRequest['headers'] =>
  request.headers.filter(([each]) => each.toLowerCase() !== name);

const withType = (request: WireRequest, type: string): WireRequest => ({
  ...request,
  headers: [...withoutHeader(request, 'content-type'), ['content-type', type]],
});

const withBody =
  (make: (body: string, random: Random) => string | Buffer): Spoil =>
  (request, random) => ({
    ...request,
    headers: request.body
      ? request.headers
      : [...withoutHeader(request, 'content-type'), ['content-type', 'application/json']],
    body: Buffer.from(make(request.body?.toString('utf8') ?? '{}', random)),
  });

const bytes = (random: Random): Buffer =>
  Buffer.from(Array.from({ length: random.below(2000) }, () => random.below(256)));

const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];

/** Errors of clients outside the schemas, and requests that only attackers send. */
const ways: readonly Spoil[] = [
  (request, random) => ({ ...request, method: random.pick(methods) }),
  (request) => ({ ...request, path: request.path.replace(/(\?|$)/, '/$1') }),
  (request, random) => ({
    ...request,
    path: request.path + random.pick(['%', '%zz', '%00', '/..', '//', ';a=b', '%2e%2e', '?', '?%']),
  }),
  (request, random) => ({ ...request, path: `${request.path}${'x'.repeat(random.below(6000))}` }),
  (request, random) =>
    withType(
      request,
      random.pick([
        'text/plain',
        'application/xml',
        '',
        'application/json; charset=utf-16',
        'application/json; charset=latin1',
        'application/problem+json',
        'multipart/form-data',
        'application/json;;',
        'text/csv',
        'application/x-www-form-urlencoded',
      ]),
    ),
  (request) => ({ ...request, headers: withoutHeader(request, 'content-type') }),
  withHeader('content-encoding', 'gzip', 'br', 'deflate', 'identity', 'nonsense'),
  withHeader('authorization', 'Bearer', 'Bearer  ', 'Basic YTpi', 'Bearer a b', 'Bearer x', ''),
  withHeader('x-api-key', '', 'vap_', 'x'.repeat(4000), 'vap_wrong'),
  withHeader('x-request-id', '', 'a b', '<script>', 'x'.repeat(500), '../../etc', 'ok-1'),
  withHeader('idempotency-key', '', 'x'.repeat(300), 'a', 'a b', '"quoted"'),
  withHeader('accept', 'text/html', 'application/xml', 'nonsense', 'text/event-stream'),
  withHeader('origin', 'https://elsewhere.invalid', 'null'),
  withHeader('x-forwarded-for', '1.2.3.4', 'nonsense', '::1, 1.1.1.1'),
  withHeader('last-event-id', '0', '-1', 'x', '99999999999999999999'),
  withHeader('range', 'bytes=0-1'),
  withHeader('expect', '100-continue', 'nonsense'),
  withHeader('x-long', 'x'.repeat(8000)),
  withHeader('cookie', 'a=b; c=d'),
  (request) => ({ ...request, headers: [...request.headers, ...request.headers] }),
  withBody((body, random) => body.slice(0, random.below(body.length + 1))),
  withBody((_, random) => bytes(random)),
  withBody((body) => `\ufeff${body}`),
  withBody((body) => Buffer.from(body, 'utf16le')),
  withBody((body) => body.replace('{', '{"a":1,"a":2,')),
  withBody((body) => body.replace('{', '{"__proto__":{"x":1},"constructor":1,"toString":2,')),
  withBody((body) => body.replace(/:\s*("[^"]*"|\d+)/, ':1e400')),
  withBody((body) => body.replace(/:\s*("[^"]*"|\d+)/, `:${'9'.repeat(400)}`)),
  withBody((body) => body.replace(/:\s*("[^"]*"|\d+)/, ':-0')),
  withBody((body) => body.replace(/"([^"]*)"\s*:\s*"[^"]*"/, '"$1":"\\ud800\\u0000"')),
  withBody((body) => body.replace(/"([^"]*)"\s*:\s*"[^"]*"/, '"$1":"\u202e\u0301\u{1f469}\u200d"')),
  withBody((_, random) => '['.repeat(random.below(5000))),
  withBody((_, random) => `${'{"a":'.repeat(random.below(500))}1`),
  withBody((_, random) =>
    random.pick([
      '',
      ' ',
      'null',
      '0',
      '""',
      '[]',
      '{}',
      'true',
      'NaN',
      "{'a':1}",
      '{"a":1,}',
      '// x\n{}',
    ]),
  ),
  withBody((body) => `${body} `.repeat(2)),
  (request, random) => ({ ...request, cutAt: random.below((request.body?.length ?? 0) + 1) }),
];

/** Breaks a request in one way, sometimes in two. */
export function spoil(request: WireRequest, random: Random): WireRequest {
  const once = random.pick(ways)(request, random);
  return random.chance(0.15) ? random.pick(ways)(once, random) : once;
}
