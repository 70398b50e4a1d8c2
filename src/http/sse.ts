import { once } from 'node:events';
import type { Response } from 'express';

/** One server-sent event: `data` goes over the wire as JSON. */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** A comment this often keeps proxies from closing a quiet stream. */
const keepAliveMs = 15_000;

/**
 * Writes events until they end, the client leaves or its credential is good no longer; waits for a slow client instead of
 * piling up.
 */
export async function sendEvents(
  res: Response,
  events: AsyncIterable<ServerSentEvent>,
  signal: AbortSignal,
): Promise<void> {
  res.setHeader('Content-Type', 'text/event-stream');
  res.setHeader('X-Accel-Buffering', 'no');
  res.flushHeaders();
  const keepAlive = setInterval(() => {
    if (!res.writableNeedDrain) res.write(': keep-alive\n\n');
  }, keepAliveMs);
  try {
    for await (const { id, event, data } of events) {
      if (signal.aborted) break;
      const open = res.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!open) await once(res, 'drain', { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(keepAlive);
  }
  if (!res.destroyed) res.end();
}
