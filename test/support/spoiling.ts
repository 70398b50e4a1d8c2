import type { Exchanged, WireRequest } from '../../scripts/bench/isolation/exchange.ts';
import type { Random } from '../../scripts/chaos/random.ts';
import { loadContract } from '../../src/http/operations.ts';
import { createRouter } from '../../src/http/router.ts';
import { checkAnswer } from './client.ts';
import { violationOf } from './response-checks.ts';
import { recordReached } from './server.ts';

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
  (request, random) => ({
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}${random.pick([
      'surprise=1',
      'limit=1&limit=2',
      '=',
      '&&',
      'a[b]=c',
      '%00=1',
    ])}`,
  }),
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
  withHeader('if-match', '*', '"1"', 'W/"x", "y"', 'nonsense'),
  withHeader('if-none-match', '*', 'nonsense'),
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

/** Breaks a request in each of so many ways, of which `from` is the first, and sometimes in another one too. */
export function* spoilt(
  request: WireRequest,
  { from, count, random }: { from: number; count: number; random: Random },
): Generator<WireRequest> {
  for (let index = from; index < from + count; index++) {
    const once = ways[index % ways.length]!(request, random);
    yield random.chance(0.15) ? random.pick(ways)(once, random) : once;
  }
}

const router = createRouter(loadContract().operations);

/** Statuses that Node itself sends for requests that it cannot parse. */
const beforeTheApp = [400, 408, 413, 417, 431];

/** What is wrong with the response to what the request has become; undefined if the contract declares it. */
export function wireFault(
  { method, path, headers }: WireRequest,
  exchanged: Exchanged,
): string | undefined {
  if ('none' in exchanged)
    return exchanged.none === 'cut' ? undefined : `There is no answer: ${exchanged.none}`;
  const { status, text } = exchanged;
  const answered = `It was answered ${status} ${text.slice(0, 500)}`;
  // 502: a server that the request names does not answer.
  if (status >= 500 && status !== 502) return answered;
  if (beforeTheApp.includes(status) && !exchanged.headers.has('x-request-id')) return undefined;
  // A page of another origin is refused before the service looks at its path.
  const isOfPage = headers.some(([name]) => name === 'origin');
  // A response to HEAD does not show the code.
  const isForeign = method === 'HEAD' || text.includes('"code":"origin_not_allowed"');
  if (status === 403 && isOfPage && isForeign) return undefined;
  const match = router.match(method, path.split('?', 1)[0] ?? path);
  const type = exchanged.headers.get('content-type') ?? '';
  if (match === undefined || !('operation' in match)) {
    if (status === 204 && exchanged.headers.has('allow')) return undefined;
    const isRefused = status === 404 || status === 405;
    return isRefused && type.startsWith('application/problem+json') ? undefined : answered;
  }
  const body: unknown = /[/+]json\b/.test(type) && text !== '' ? JSON.parse(text) : undefined;
  try {
    const answer = { status, headers: exchanged.headers, text, body };
    checkAnswer(match.operation, method, answer, { violationOf, reached: recordReached });
    return undefined;
  } catch (error) {
    return String(error);
  }
}
