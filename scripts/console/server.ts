import { once } from 'node:events';
import http, { createServer, type IncomingHttpHeaders } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { Failure, notFound } from '../../src/errors.ts';
import { serveConsole } from '../../src/http/console.ts';
import { answerFor } from '../../src/http/failures.ts';
import { hostCheck } from '../../src/http/hosts.ts';
import { createPages } from '../../src/http/pages.ts';

interface Console {
  readonly url: string;
  close(): void;
}

/** What one connection says, and the next one does not hear: RFC 9110, section 7.6.1. */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** Cookies of this machine's name are those of all its programs. The API is called by a program, not by a page. */
const ofPages = ['host', 'expect', 'cookie', 'origin', 'referer'];

/**
 * Serves the console on a port of this machine, 0 for any free one, and passes the requests of its page to the API, both ways as
 * they come. The path of `api` comes before that of each request.
 */
export async function startConsole(api: URL, port: number): Promise<Console> {
  const refusalOf = hostCheck({ onNetwork: false, publicUrl: undefined, corsOrigins: [] });
  const pages = createPages();
  serveConsole(pages, []);
  // An upload takes as long as the API lets it.
  const server = createServer({ requestTimeout: 0 }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.on('request', (req, res) => {
    const { url = '' } = req;
    const refusal = refusalOf(req, url);
    if (refusal) return refuse(req, res, refusal);
    if (url.startsWith('/api/'))
      return void forward(req, res, api).catch((error: unknown) => {
        if (res.headersSent) return res.destroy();
        const detail = `The API at ${api.href} does not answer: ${reasonOf(error)}.`;
        refuse(req, res, new Failure({ kind: 'bad_gateway', code: 'unavailable', detail }));
      });
    pages(req as Request, res as Response, (error?: unknown) =>
      refuse(req, res, error instanceof Failure ? error : notFound('Page')),
    );
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Rejects where the API does not answer as HTTP says, or breaks off. */
async function forward(req: IncomingMessage, res: ServerResponse, api: URL): Promise<void> {
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  const outgoing = (api.protocol === 'https:' ? https : http).request(api, {
    method: req.method,
    path: `${api.pathname.replace(/\/$/, '')}${req.url}`,
    headers: {
      ...without(req.headers, ofPages),
      ...(isChunked && { 'transfer-encoding': 'chunked' }),
    },
    rejectUnauthorized: true,
  });
  res.once('close', () => outgoing.destroy());
  req.pipe(outgoing);
  // An API need not read a request to its end, but a page reads no answer before it has sent all. After `pipe`, which pauses then.
  outgoing.once('close', () => req.resume());
  // The second one hears errors until the end, those after the answer too.
  const [answer]: (IncomingMessage | undefined)[] = await Promise.race([
    once(outgoing, 'response'),
    once(outgoing, 'close'),
  ]);
  if (!answer) throw new Error('It closed the connection without an answer');
  res.writeHead(answer.statusCode ?? 0, {
    ...without(answer.headers, ['set-cookie']),
    // Whatever it is, it is no page of the console.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  // The first event of a stream can be long in coming.
  res.flushHeaders();
  await pipeline(answer, res);
}

/** Headers but those of the connection, which it can name itself, and others. */
function without(headers: IncomingHttpHeaders, others: readonly string[]): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const left = new Set([...ofConnection, ...named, ...others]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)));
}

/** Where several addresses were tried, what the first of them said. */
const reasonOf = (error: unknown): string =>
  String((error instanceof AggregateError ? error.errors[0] : error)?.message ?? error).replace(
    /\.$/,
    '',
  );

function refuse(req: IncomingMessage, res: ServerResponse, failure: Failure): void {
  const path = (req.url ?? '').split('?', 1)[0] ?? '';
  const { status, headers, text } = answerFor(failure, { path, requestId: '' });
  res.writeHead(status, headers).end(text);
}
