import { once } from 'node:events';
import type { Response } from 'express';

/** One server-sent event; `data` is sent as JSON. `data.event` is also the name of the event. */
export interface ServerSentEvent {
  readonly id: string;
  readonly data: { readonly event: string };
}

/** Interval of comments that keep proxies from closing an idle stream. */
const keepAliveMs = 15_000;

/**
 * Sends events until they end, the client leaves or its credential becomes invalid. Waits for slow clients instead of
 * buffering.
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
    for await (const { id, data } of events) {
      if (signal.aborted) break;
      const open = res.write(`id: ${id}\nevent: ${data.event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!open) await once(res, 'drain', { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(keepAlive);
  }
  if (!res.destroyed) res.end();
}
