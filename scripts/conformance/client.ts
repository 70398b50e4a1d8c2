import { setTimeout as wait } from 'node:timers/promises';

export interface Sent {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined for other types. */
  readonly json: unknown;
}
export interface Exchange {
  readonly sent: Sent;
  readonly received: Received;
  readonly started: Date;
  readonly milliseconds: number;
}

export interface Client {
  send(sent: Sent): Promise<Received>;
  readonly exchanges: readonly Exchange[];
}

const streamMilliseconds = 1500;
const tries = 20;

/** Sends requests to a server, again after `Retry-After` if it limits them, and keeps what was sent and received. */
export function createClient(url: string): Client {
  const exchanges: Exchange[] = [];
  async function once(sent: Sent): Promise<Received> {
    const started = new Date();
    const leaving = new AbortController();
    const response = await fetch(url + sent.path, {
      method: sent.method,
      headers: sent.headers,
      redirect: 'manual',
      signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(60_000)]),
      ...(sent.body !== undefined && { body: sent.body }),
    });
    const type = response.headers.get('content-type') ?? '';
    const text = type.startsWith('text/event-stream')
      ? await beginningOf(response, leaving)
      : await response.text();
    const isJson = /[/+]json\b/.test(type) && text !== '';
    const received = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? parsed(text) : undefined,
    };
    exchanges.push({ sent, received, started, milliseconds: Date.now() - started.getTime() });
    return received;
  }
  return {
    exchanges,
    async send(sent) {
      let received = await once(sent);
      for (let count = 1; received.status === 429 && count < tries; count++) {
        await wait(1000 * Math.min(Number(received.headers.get('retry-after') ?? 1), 60));
        received = await once(sent);
      }
      return received;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a stream sends in its first time; a stream may have no end. */
async function beginningOf(
  response: globalThis.Response,
  leaving: AbortController,
): Promise<string> {
  const timer = setTimeout(() => leaving.abort(), streamMilliseconds);
  let text = '';
  try {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      text += part;
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return text;
}
