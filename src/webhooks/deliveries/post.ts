import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import { createDeadlines } from '../../time/deadlines.ts';
import { retryAfterMs } from '../../time/retry-after.ts';
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
  /** Parsed if it is called more than once. */
  readonly url: string | URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

interface Poster {
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
  /** Ends each request in progress without a response. */
  const inProgress = new Set<() => void>();
  const deadline = createDeadlines(timeoutMs);
  const late = `The endpoint did not send a complete response within ${timeoutMs / 1000} seconds.`;
  return {
    post: (request) =>
      new Promise((done) => {
        const began = performance.now();
        const reader = new ResponseReader(keptBytes, (response) => {
          over();
          inProgress.delete(giveUp);
          done({ ...response, duration_ms: Math.round(performance.now() - began) });
        });
        const giveUp = () => reader.cancel(late);
        const over = deadline(giveUp);
        inProgress.add(giveUp);
        dispatch(agent, request, reader);
      }),
    giveUp() {
      for (const each of inProgress) each();
    },
    close: () => agent.destroy(),
  };
}

function dispatch(agent: Agent, { url, headers, body }: WebhookRequest, reader: ResponseReader) {
  try {
    const { origin, pathname, search } = typeof url === 'string' ? new URL(url) : url;
    agent.dispatch(
      {
        origin,
        path: pathname + search,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'voice-agent-platform-webhooks',
          ...headers,
        },
        body,
      },
      reader,
    );
  } catch (error) {
    reader.onResponseError(null, error);
  }
}

type Response = Omit<Posted, 'duration_ms'>;

/**
 * Reads a bounded part of a response and passes it on once. Without streams and abort signals, which cost as much as the
 * request itself.
 */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #keptBytes: number;
  readonly #done: (response: Response) => void;
  readonly #kept: Buffer[] = [];
  #read = 0;
  #status: number | null = null;
  #headers: IncomingHttpHeaders = {};
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  constructor(keptBytes: number, done: (response: Response) => void) {
    this.#keptBytes = keptBytes;
    this.#done = done;
  }

  /** An incomplete response is a failure: its status does not count. */
  cancel(error: string): void {
    this.#end({ status: null, answer: null, error });
    this.#controller?.abort(new Cancelled(error));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It was canceled while it waited for a connection.
    if (this.#isOver) controller.abort(new Cancelled());
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#read < this.#keptBytes)
      this.#kept.push(chunk.subarray(0, this.#keptBytes - this.#read));
    this.#read += chunk.length;
    if (this.#read <= readBytes) return;
    // An endless response is cut off with its connection.
    this.#complete();
    controller.abort(new Cancelled());
  }

  onResponseEnd(): void {
    this.#complete();
  }

  onResponseError(_: unknown, error: unknown): void {
    this.#end({ status: null, answer: null, error: sentenceFor(error) });
  }

  #complete(): void {
    const status = this.#status;
    if (status === null) return this.onResponseError(null, undefined);
    this.#end({
      status,
      answer: textOf(this.#kept),
      error: errorIn(status),
      retry_after_ms: retryAfterMs(this.#headers, maxRetryAfterMs),
    });
  }

  #end(response: Response): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done(response);
  }
}

/** Closes a connection whose response is no longer read. */
class Cancelled extends Error {}

/** PostgreSQL text cannot contain NUL characters. */
const textOf = (kept: readonly Buffer[]): string =>
  kept.length === 0 ? '' : Buffer.concat(kept).toString('utf8').replaceAll('\0', '\u{fffd}');

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
