import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WithHeaders } from './contract.ts';
import { sendEvents, type ServerSentEvent } from './sse.ts';
import type { Operation } from './operations.ts';
import { type RequestState, signalOf } from './state.ts';

/** Writes what a handler gave back, with the status, type and Location that the contract says. */
export async function sendAnswer(operation: Operation, state: RequestState, result: unknown): Promise<void> {
  const { res } = state;
  const { body, headers } = result instanceof WithHeaders ? result : { body: result, headers: {} };
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.status(operation.status);
  if (operation.location) res.setHeader('Location', fill(operation.location, body as Record<string, unknown>));
  if (operation.contentType === undefined) return void res.end();
  if (operation.contentType === 'application/json') return void res.json(body);
  if (operation.contentType === 'text/event-stream') {
    return sendEvents(res, body as AsyncIterable<ServerSentEvent>, signalOf(state));
  }
  res.setHeader('Content-Type', operation.contentType);
  await pipeline(Readable.from(body as AsyncIterable<string>), res, { signal: signalOf(state) });
}

const fill = (template: string, body: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(body[name])));
