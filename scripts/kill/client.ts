import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** Calls the API with a session; retries while a server is being killed. */
export interface Client {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Json>;
}

const retryMs = 200;

export function createClient(url: string, token?: string): Client {
  return async (method, path, body, headers = {}) => {
    const isText = typeof body === 'string';
    const init = {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    };
    for (;;) {
      try {
        const answer = await fetch(`${url}/api/v1${path}`, init);
        const text = await answer.text();
        if (answer.status === 503 || answer.status === 429) throw new Error(text);
        const json = (text === '' ? {} : JSON.parse(text)) as Json;
        if (answer.ok) return json;
        if (json['code'] === 'idempotency_in_progress') throw new Error(text);
        throw new Refused(`${method} ${path}: ${answer.status} ${text}`);
      } catch (error) {
        if (error instanceof Refused) throw error;
        await pause(retryMs);
      }
    }
  };
}

class Refused extends Error {}

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
        event: body['event'],
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
