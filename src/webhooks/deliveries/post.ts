import { Agent } from 'undici';
import { retryAfterMs } from '../../retry-after.ts';
import { anyConnector, publicConnector, type TargetRules } from '../endpoints/targets.ts';
import { errorIn, maxRetryAfterMs } from './rules.ts';

/** The result of one request to an endpoint. */
export interface Posted {
  /** Null without a response. */
  readonly status: number | null;
  readonly duration_ms: number;
  /** The beginning of the response body; null without a response. */
  readonly answer: string | null;
  /** Why the attempt failed; null if it succeeded. */
  readonly error: string | null;
  readonly retry_after_ms?: number | undefined;
}

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Poster {
  /** Never throws: errors are part of the result. */
  post(request: WebhookRequest): Promise<Posted>;
  /** Aborts the requests in progress, which then have no status. */
  giveUp(): void;
  close(): Promise<void>;
}

export interface PosterOptions extends TargetRules {
  /** Maximum total duration of a request. */
  readonly timeoutMs?: number;
  /** How much of a response body is kept. */
  readonly keptBytes?: number;
}

export const postTimeoutMs = 15_000;
const defaultKeptBytes = 4096;
const readBytes = 65_536;

/** Creates the HTTP client, which keeps connections open for later requests. */
export function createPoster({
  allowPrivate,
  resolve,
  timeoutMs = postTimeoutMs,
  keptBytes = defaultKeptBytes,
}: PosterOptions): Poster {
  // No connection limit: endpoints of several organizations at one host must not wait for each other.
  const agent = new Agent({
    connect: allowPrivate ? anyConnector(resolve) : publicConnector(resolve),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const inProgress = new Set<AbortController>();
  return {
    async post({ url, headers, body }) {
      const began = performance.now();
      const took = () => ({ duration_ms: Math.round(performance.now() - began) });
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), timeoutMs);
      inProgress.add(timeout);
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
        const text = await beginningOf(answer.body, keptBytes);
        const after = retryAfterMs(
          single(answer.headers['retry-after']),
          Date.now(),
          maxRetryAfterMs,
        );
        return { status, answer: text, error: errorIn(status), retry_after_ms: after, ...took() };
      } catch (error) {
        const late = `The endpoint did not send a complete response within ${timeoutMs / 1000} seconds.`;
        // An incomplete response is a failure: its status does not count.
        const reason = timeout.signal.aborted ? late : sentenceFor(error);
        return { status: null, answer: null, error: reason, ...took() };
      } finally {
        clearTimeout(timer);
        inProgress.delete(timeout);
      }
    },
    giveUp() {
      for (const each of inProgress) each.abort();
    },
    close: () => agent.destroy(),
  };
}

/** Reads only a bounded part; an endless response is cut off with its connection. */
async function beginningOf(body: AsyncIterable<Buffer>, keptBytes: number): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < keptBytes) kept.push(chunk.subarray(0, keptBytes - read));
    read += chunk.length;
    if (read > readBytes) break;
  }
  // PostgreSQL text cannot contain NUL characters.
  return Buffer.concat(kept).toString('utf8').replaceAll('\0', '\u{fffd}');
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the response.',
  UND_ERR_SOCKET: 'The connection was closed before the response.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out after 5 seconds.',
};

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return sentences[code] ?? (error.message.slice(0, 300) || code || 'The request failed.');
}
