import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Request, Response } from 'express';
import { Failure } from '../../src/errors.ts';
import { atPresent } from '../../src/http/example-times.ts';
import { serveConsole } from '../../src/http/console.ts';
import { createPages } from '../../src/http/pages.ts';
import { createRouter } from '../../src/http/router.ts';
import { type Answer, faultsAnswer, problemAnswer, successAnswer } from './answers.ts';
import { type Incoming, type Refusal, refusalOf } from './checks.ts';
import { declaredFor, operations } from './contract.ts';
import { preferencesIn } from './preferences.ts';

interface Mock {
  readonly url: string;
  close(): Promise<void>;
}

const problems = JSON.parse(
  readFileSync(new URL('../../generated/problems.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { readonly title: string; readonly status: number } | undefined>>;
const router = createRouter(operations);
/** The console, which has no demo here: any user will do. */
const pages = createPages();
serveConsole(pages, []);

/**
 * Starts the mock on a port of this machine, 0 for any free one. It refuses what the server refuses by the contract, and
 * answers the rest with the contract's examples.
 */
export async function startMock(port: number): Promise<Mock> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.on('request', (req, res) => {
    respond(req, res).catch((error: unknown) => {
      // Of a client that has left nothing is to be said.
      if (!req.destroyed) console.error(error);
      res.destroy();
    });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const sent = req.headers['x-request-id'];
  const requestId = typeof sent === 'string' ? sent : randomUUID();
  res.setHeader('X-Request-Id', requestId);
  allowOrigin(req, res);
  const [pathname, query] = divide(req.url ?? '/');
  const method = req.method ?? 'GET';
  if (/^\/console(\/|$)/.test(pathname))
    return void pages(req as Request, res as Response, (error?: unknown) =>
      send(res, method, outside({ path: pathname, requestId, method }, allowedOf(error))),
    );
  const match = router.match(method, pathname);
  if (method === 'OPTIONS') return void res.writeHead(204).end();
  const isTaken = match !== undefined && 'operation' in match;
  const body = await read(req, isTaken ? (match.operation.body?.limit ?? 0) : 0);
  if (match === undefined || !('operation' in match))
    return send(res, method, outside({ path: pathname, requestId, method }, match));
  const request: Incoming = {
    ...match,
    path: pathname,
    query: new URLSearchParams(query),
    headers: req.headers as Record<string, string>,
    body,
    requestId,
  };
  const answer = (await answerOf(request)) ?? undeclared(request);
  const headers = { ...answer.headers, ...match.operation.deprecation };
  send(res, method, { ...answer, headers });
}

async function answerOf(request: Incoming): Promise<Answer | undefined> {
  const preferences = preferencesIn(request.headers['prefer']);
  const code = Number(preferences.code ?? 0);
  if (code >= 300)
    return problemAnswer(request, {
      status: code,
      ...(preferences.example !== undefined && { code: preferences.example }),
    });
  const refusal = await refusalOf(request);
  if (refusal) return refused(request, refusal);
  return successAnswer(request, preferences);
}

function refused(request: Incoming, refusal: Refusal): Answer | undefined {
  return 'faults' in refusal
    ? faultsAnswer(request, refusal.faults)
    : problemAnswer(request, refusal);
}

/** An answer to a request that no operation takes. */
function outside(
  request: { path: string; requestId: string; method: string },
  allowed: readonly string[] | undefined,
): Answer {
  const { path, requestId, method } = request;
  const code = allowed ? 'method_not_allowed' : 'not_found';
  const detail = allowed
    ? `${method} is not allowed on this path; use ${allowed.join(', ')}.`
    : 'Path not found.';
  return problem({ code, detail, path, requestId }, allowed && { allowed });
}

/** The methods of a page that was asked for with another one. */
function allowedOf(error: unknown): readonly string[] | undefined {
  const allowed = error instanceof Failure ? error.problem.members?.['allowed'] : undefined;
  return Array.isArray(allowed) ? allowed.map(String) : undefined;
}

/** An answer to a preference for what the contract does not declare. */
const undeclared = ({ path, requestId, operation }: Incoming): Answer =>
  problem({
    code: 'not_found',
    detail: `${operation.id} declares no such response or example. Check the Prefer header.`,
    path,
    requestId,
  });

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly path: string;
  readonly requestId: string;
}

function problem(
  { code, detail, path, requestId }: Problem,
  members?: { allowed: readonly string[] },
): Answer {
  const described = problems[code];
  const status = described?.status ?? 404;
  const body = {
    type: `/problems/${code}`,
    title: described?.title,
    status,
    detail,
    instance: path,
    code,
    request_id: requestId,
    param: null,
    ...members,
  };
  const headers = { 'Content-Type': 'application/problem+json' };
  const allow = members && { Allow: members.allowed.join(', ') };
  return { status, headers: { ...headers, ...allow }, body: JSON.stringify(body) };
}

function send(res: ServerResponse, method: string, { status, headers, body }: Answer): void {
  res.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers))
    if (name !== 'X-Request-Id') res.setHeader(name, value);
  const shown = typeof body === 'string' ? atPresent(body) : body;
  res.writeHead(status).end(method === 'HEAD' ? '' : shown);
}

/** Any page may call the mock and read all its headers. */
function allowOrigin(req: IncomingMessage, res: ServerResponse): void {
  const { origin = '*' } = req.headers;
  res.setHeader('Access-Control-Allow-Origin', origin);
  if (origin !== '*') res.setHeader('Vary', 'Origin');
  const exposed = operations.flatMap((operation) =>
    Object.keys(declaredFor(operation, operation.status)?.headers ?? {}),
  );
  res.setHeader(
    'Access-Control-Expose-Headers',
    [...new Set([...exposed, 'Retry-After', 'WWW-Authenticate', 'Allow'])].join(', '),
  );
  if (req.method !== 'OPTIONS') return;
  res.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
  res.setHeader(
    'Access-Control-Allow-Headers',
    req.headers['access-control-request-headers'] ?? '*',
  );
}

/** The path and the query, which may have question marks of its own. */
function divide(url: string): [string, string] {
  const [path = ''] = url.split('?', 1);
  return [path, url.slice(path.length + 1)];
}

/** A body, or a byte more than its limit: the rest is read and dropped. */
async function read(req: IncomingMessage, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = limit + 1;
  for await (const part of req) {
    if (left > 0) parts.push((part as Buffer).subarray(0, left));
    left -= (part as Buffer).length;
  }
  return Buffer.concat(parts);
}
