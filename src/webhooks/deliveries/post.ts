import { Agent } from 'undici';
import { anyConnector, publicConnector, type TargetRules } from '../endpoints/targets.ts';
import { errorIn, retryAfterMs } from './rules.ts';

/** What came of one post. */
export interface Posted {
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** The beginning of the answer; null if there was none. */
  readonly answer: string | null;
  /** Why it does not count; null if it does. */
  readonly error: string | null;
  readonly retry_after_ms?: number | undefined;
}

interface Letter {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Poster {
  /** Never throws: what goes wrong is a part of what came of it. */
  post(letter: Letter): Promise<Posted>;
  close(): Promise<void>;
}

export interface PosterOptions extends TargetRules {
  /** How long a post may take in all. */
  readonly timeoutMs?: number;
}

export const postTimeoutMs = 15_000;
const keptBytes = 4096;
const readBytes = 65_536;

/** Opens the way out, with connections that are kept for the next post. */
export function createPoster({
  allowPrivate,
  resolve,
  timeoutMs = postTimeoutMs,
}: PosterOptions): Poster {
  // As many connections as posts: endpoints of several organizations at one host must not wait for each other here.
  const agent = new Agent({
    connect: allowPrivate ? anyConnector(resolve) : publicConnector(resolve),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return {
    async post({ url, headers, body }) {
      const began = performance.now();
      const took = () => ({ duration_ms: Math.round(performance.now() - began) });
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), timeoutMs);
      try {
        const { origin, pathname, search } = new URL(url);
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'voice-agent-platform-webhooks',
            ...headers,
          },
          body,
          signal: timeout.signal,
        });
        const status = answer.statusCode;
        const text = await beginningOf(answer.body);
        const after = retryAfterMs(single(answer.headers['retry-after']), Date.now());
        return { status, answer: text, error: errorIn(status), retry_after_ms: after, ...took() };
      } catch (error) {
        const late = `There was no whole answer within ${timeoutMs / 1000} seconds.`;
        // An answer that never ends is none: its status does not count.
        const told = timeout.signal.aborted ? late : sentenceFor(error);
        return { status: null, answer: null, error: told, ...took() };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Reads no more than it must: what goes on for ever is cut off with its connection. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < keptBytes) kept.push(chunk.subarray(0, keptBytes - read));
    read += chunk.length;
    if (read > readBytes) break;
  }
  // The database keeps no zero characters in texts.
  return Buffer.concat(kept).toString('utf8').replaceAll('\0', '\u{fffd}');
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer.',
  UND_ERR_SOCKET: 'The connection was closed before the answer.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection was made within 5 seconds.',
};

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return 'The post failed.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return sentences[code] ?? (error.message.slice(0, 300) || code || 'The post failed.');
}
