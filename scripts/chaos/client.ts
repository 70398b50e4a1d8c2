import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** An answer, with the times that the client saw. */
export interface Answer {
  readonly status: number;
  readonly body: Json;
  /** When the first attempt was sent. */
  readonly sent_at: number;
  readonly answered_at: number;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Sends a request until the service answers, whatever fails meanwhile. */
export interface Send {
  (request: Request): Promise<Answer>;
}

interface SendOptions {
  readonly url: string;
  /** A session's token. */
  readonly token?: string;
  /** An API key, or the token of a run. */
  readonly key?: string;
  /** Receives answers that no client should get; without it they are returned. */
  readonly onServerError?: (request: Request, status: number, body: string) => void;
}

const retryMs = 200;
/** Longer than the service waits for anything. */
const timeoutMs = 90_000;
const unavailable = 503;

export function createSend({ url, token, key, onServerError }: SendOptions): Send {
  return async (request) => {
    const { method, path, body, headers = {} } = request;
    const isText = typeof body === 'string';
    const init = {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    };
    const sent_at = Date.now();
    for (;;) {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await fetch(`${url}/api/v1${path}`, { ...init, signal });
        const text = await answer.text();
        const answered_at = Date.now();
        const { status } = answer;
        const isError = status >= 500 && status !== unavailable;
        if (isError) onServerError?.(request, status, text);
        if (status === unavailable || (isError && onServerError)) throw new Error(text);
        const json = (text === '' ? {} : JSON.parse(text)) as Json;
        if (json['code'] === 'idempotency_in_progress') throw new Error(text);
        return { status, body: json, sent_at, answered_at };
      } catch {
        await pause(retryMs);
      }
    }
  };
}

/** Calls the API and returns what it answers; refusals throw. */
export interface Client {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Json>;
}

export function createClient(url: string, token?: string): Client {
  return clientOf(createSend({ url, ...(token !== undefined && { token }) }));
}

export function clientOf(send: Send): Client {
  return async (method, path, body, headers = {}) => {
    for (;;) {
      const answer = await send({ method, path, body, headers });
      if (answer.status < 400) return answer.body;
      if (answer.status !== 429)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await pause(retryMs);
    }
  };
}

/** The events that a customer's receiver has received, in order of arrival. */
export interface Receiver {
  readonly url: string;
  readonly seen: { readonly id: string; readonly event: string; readonly run_id: number }[];
  verifyWith(secret: string): void;
  close(): void;
}

export async function createReceiver(): Promise<Receiver> {
  const seen: { id: string; event: string; run_id: number }[] = [];
  let webhook: Webhook | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const body = webhook?.verify(Buffer.concat(chunks).toString(), headers) as Json;
      seen.push({
        id: headers['webhook-id'] ?? '',
        // As 0.2.0 names it.
        event: body['type'] ?? body['event'],
        run_id: body['call'].run_id,
      });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    seen,
    verifyWith: (secret) => {
      webhook = new Webhook(secret);
    },
    close: () => server.close(),
  };
}
