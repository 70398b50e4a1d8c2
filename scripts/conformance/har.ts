import type { Exchange } from './client.ts';

/** The answers to requests that were wrong on purpose: a program that reads the archive would report the requests. */
const toWrongRequests = [401, 413, 415, 422];

/** The traffic as an HTTP archive, which other programs read, without credentials in headers and bodies. */
export const harOf = (url: string, exchanges: readonly Exchange[]): object => ({
  log: {
    version: '1.2',
    creator: { name: 'conformance', version: '1' },
    entries: exchanges
      .filter(({ received }) => !toWrongRequests.includes(received.status))
      .map((exchange) => entryOf(url, exchange)),
  },
});

const secret = ['authorization', 'x-api-key', 'set-cookie'];

/** Members of bodies that are secrets. */
const secretMembers =
  /"(password|access_token|key|secret|run_token|auth_token|api_key|[a-z_]*_(?:secret|token|password))"(\s*:\s*)"[^"]*"/g;

const redacted = (text: string): string => text.replace(secretMembers, '"$1"$2"redacted"');

const pairs = (entries: Iterable<[string, string]>): object[] =>
  [...entries].map(([name, value]) => ({
    name,
    value: secret.includes(name) ? 'Bearer redacted' : value,
  }));

function entryOf(base: string, { sent, received, started, milliseconds }: Exchange): object {
  const url = new URL(sent.path, base);
  const text =
    sent.body === undefined ? undefined : redacted(Buffer.from(sent.body).toString('latin1'));
  const type = received.headers.get('content-type') ?? '';
  return {
    startedDateTime: started.toISOString(),
    time: milliseconds,
    request: {
      method: sent.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      headers: pairs(Object.entries(sent.headers)),
      queryString: pairs(url.searchParams),
      cookies: [],
      headersSize: -1,
      bodySize: text?.length ?? 0,
      ...(text !== undefined && {
        postData: { mimeType: sent.headers['content-type'] ?? '', text },
      }),
    },
    response: {
      status: received.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: pairs(received.headers),
      cookies: [],
      redirectURL: '',
      headersSize: -1,
      bodySize: received.text.length,
      content: {
        size: received.text.length,
        mimeType: type,
        ...(!/^(audio|image)|zip/.test(type) && { text: redacted(received.text) }),
      },
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  };
}
