import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/**
 * One server-sent event; `data` is sent as JSON. Without data it only tells the client from where to continue when it opens
 * the stream again.
 */
export interface ServerSentEvent {
  readonly id: string;
  readonly data?: object;
}

export type Events = AsyncIterable<ServerSentEvent>;

interface Stream {
  readonly events: Events;
  /** The member of an event's data that is its name. */
  readonly eventName: string;
  readonly signal: AbortSignal;
}

/** The reason with which a stream's signal is aborted when the server stops. */
export const serverStops = Symbol('The server stops.');

/** When clients open an ended stream again; they are spread over the time, as all streams end at once. */
const reopenMs = { min: 1000, max: 5000 };

/** Interval of comments that keep proxies from closing an idle stream. */
const keepAliveMs = 15_000;

/** A client that takes nothing for so long is cut off. */
const patienceMs = 60_000;

/**
 * Sends events until they end, the client leaves, its credential becomes invalid or the server stops. Waits for slow
 * clients instead of buffering, and cuts off those that read nothing for `slowMs`. The head of the response is written.
 */
export async function sendEvents(
  res: ServerResponse,
  { events, eventName, signal }: Stream,
  slowMs: number = patienceMs,
): Promise<void> {
  res.flushHeaders();
  const keepAlive = setInterval(() => {
    if (!res.writableNeedDrain) res.write(': keep-alive\n\n');
  }, keepAliveMs);
  try {
    for await (const { id, data } of events) {
      if (signal.aborted) break;
      const name = String((data as Record<string, unknown> | undefined)?.[eventName]);
      const shown = data ? `event: ${name}\ndata: ${JSON.stringify(data)}\n` : '';
      if (!res.write(`id: ${id}\n${shown}\n`) && !(await drained(res, signal, slowMs)))
        return void res.destroy();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(keepAlive);
  }
  if (res.destroyed) return;
  res.end(signal.reason === serverStops ? stopping(eventName) : undefined);
}

/** False if the client has read nothing for so long. Throws when the signal is aborted. */
async function drained(res: ServerResponse, signal: AbortSignal, slowMs: number): Promise<boolean> {
  const late = AbortSignal.timeout(slowMs);
  try {
    await once(res, 'drain', { signal: AbortSignal.any([signal, late]) });
    return true;
  } catch (error) {
    if (signal.aborted || !late.aborted) throw error;
    return false;
  }
}

/** The last event of a stream that a stop ends. It has no id, so that `Last-Event-ID` names the event before it. */
function stopping(eventName: string): string {
  const { min, max } = reopenMs;
  const retry = Math.round(min + Math.random() * (max - min));
  const data = JSON.stringify({ [eventName]: 'stopping' });
  return `event: stopping\nretry: ${retry}\ndata: ${data}\n\n`;
}
