import { createStreamParser } from './event-stream.ts';
import { pause } from './retries.ts';

export interface EventMessage<T> {
  /** What `Last-Event-ID` takes to continue after this event; empty if the stream numbers none. */
  readonly id: string;
  /** The name of the event, which `data` has too. */
  readonly event: string;
  readonly data: T;
}

export interface FollowOptions {
  /** Where the stream begins; empty for its own beginning. */
  readonly lastEventId: string;
  /** A connection that brings nothing for so long is opened again; the server sends a comment every 15 seconds. */
  readonly idleMs: number;
  /** The most characters of an event. */
  readonly maxEventLength: number;
  /** The longest wait before the stream is opened again. */
  readonly maxWaitMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** After these events a stream does not go on. */
const last = new Set(['complete', 'error']);
const shortestWaitMs = 50;

/**
 * The events of a stream, over as many connections as it takes: one that breaks, falls silent or ends with `stopping` is
 * opened again after the last `id`, after the time that the server names (`retry`) and with growing pauses while
 * connections bring no event. Ends with `complete` or `error`, and with the error of `open`.
 */
export async function* followStream(
  open: (lastEventId: string) => Promise<ReadableStream<Uint8Array>>,
  { lastEventId, idleMs, maxEventLength, maxWaitMs, signal }: FollowOptions,
): AsyncGenerator<EventMessage<unknown>, void, undefined> {
  let id = lastEventId;
  let retryMs = 1000;
  for (let quiet = 0; ; quiet += 1) {
    const reader = (await open(id)).getReader();
    const parser = createStreamParser(maxEventLength, id);
    try {
      for (;;) {
        const bytes = await nextOf(reader, idleMs, signal);
        if (bytes === undefined) break;
        for (const { id, event, data } of parser.push(bytes)) {
          quiet = -1;
          if (event !== 'stopping') yield { id, event, data: JSON.parse(data) as unknown };
          if (last.has(event)) return;
        }
      }
    } finally {
      id = parser.lastEventId;
      retryMs = parser.retryMs ?? retryMs;
      // Ends the connection too if the caller leaves the loop.
      reader.cancel().catch(() => undefined);
    }
    const waitMs = Math.max(retryMs, shortestWaitMs) * 2 ** Math.min(Math.max(quiet, 0), 10);
    await pause(Math.min(waitMs, maxWaitMs), signal);
  }
}

/** The next bytes; undefined where the connection ends, breaks or falls silent. */
async function nextOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleMs: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const timer = setTimeout(() => reader.cancel().catch(() => undefined), idleMs);
  try {
    return (await reader.read()).value;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
