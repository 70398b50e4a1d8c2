import { setTimeout as pause } from 'node:timers/promises';

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

export type Followed =
  | { readonly kind: 'event'; readonly event: StreamEvent }
  /** The stream has ended, and is opened again. */
  | { readonly kind: 'lost' };

/** An answer that another attempt would not change. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`The server answers ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

interface Options {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The pause before the first new attempt; each further one doubles it, up to ten times. */
  readonly againMs?: number;
}

/** Servers send a comment at least every 15 seconds. A stream that is silent for longer has died. */
const silentMs = 45_000;

/**
 * The events of a stream, which is opened again whenever it ends, with the id of the last event. Ends with the event
 * `complete` or the signal; throws Refused if the server will not open it.
 */
export async function* follow(url: string, options: Options): AsyncGenerator<Followed> {
  const { headers, signal, againMs = 500 } = options;
  let lastId: string | undefined;
  let retryMs = againMs;
  let failures = 0;
  while (!signal.aborted) {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), silentMs);
    try {
      const response = await fetch(url, {
        headers: {
          ...headers,
          accept: 'text/event-stream',
          ...(lastId !== undefined && { 'last-event-id': lastId }),
        },
        signal: AbortSignal.any([signal, silence.signal]),
      });
      if (!response.ok || !response.body) await refuse(response);
      else
        for await (const { id, retry, event } of eventsOf(response.body, () => timer.refresh())) {
          failures = 0;
          lastId = id ?? lastId;
          retryMs = retry ?? againMs;
          if (event) yield { kind: 'event', event };
          if (event?.event === 'complete') return;
        }
    } catch (error) {
      if (error instanceof Refused) throw error;
      // The connection broke, or none was made: the next attempt follows.
    } finally {
      clearTimeout(timer);
    }
    if (signal.aborted) return;
    yield { kind: 'lost' };
    await pause(Math.min(retryMs * 2 ** failures, 10 * againMs + retryMs), undefined, {
      signal,
    }).catch(() => {});
    failures += 1;
  }
}

/** Throws unless the server may answer otherwise later. */
async function refuse(response: Response): Promise<void> {
  const text = await response.text();
  if (response.status >= 500 || response.status === 429) return;
  throw new Refused(response.status, text);
}

interface Block {
  readonly id?: string;
  /** In milliseconds. */
  readonly retry?: number;
  readonly event?: StreamEvent;
}

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<Block> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    heard();
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield blockOf(block);
  }
}

function blockOf(block: string): Block {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== '') fields.set(name, value);
  }
  const [id, retry, event, data] = ['id', 'retry', 'event', 'data'].map((name) => fields.get(name));
  return {
    ...(id !== undefined && { id }),
    ...(retry !== undefined && { retry: Number(retry) }),
    ...(event !== undefined &&
      data !== undefined && { event: { event, data: JSON.parse(data) as unknown } }),
  };
}
