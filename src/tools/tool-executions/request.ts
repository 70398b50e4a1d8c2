import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import {
  AddressRefused,
  anyConnector,
  publicConnector,
  type TargetRules,
} from '../../webhooks/endpoints/targets.ts';
import type { Answer } from './outcome-rules.ts';

/** How much of an answer is read, unless a request says otherwise. */
const maxAnswerBytes = 65_536;

interface ToolRequest {
  readonly url: URL;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: the request has no body. */
  readonly body: string | null;
  readonly timeoutMs: number;
  readonly maxBytes?: number;
  /** Looks at the parts of an answer as they arrive, and says when no more of it is needed. */
  readonly isEnough?: (chunk: Buffer, headers: IncomingHttpHeaders) => boolean;
}

/**
 * Sends one request, once, over a connection of its own: one that was open before may be closed by the other side at that
 * moment, and then nobody knows whether it has taken a write. Never throws. Redirects are not followed, and not more than 64 KiB
 * are read.
 */
export async function sendRequest(
  request: ToolRequest,
  { allowPrivate, resolve }: TargetRules,
): Promise<Answer> {
  const { url, method, headers, body, timeoutMs } = request;
  const agent = new Agent({
    connect: allowPrivate ? anyConnector(resolve) : publicConnector(resolve),
    connections: 1,
    // The request's own time limit is shorter.
    headersTimeout: 2 * timeoutMs,
    bodyTimeout: 2 * timeoutMs,
  });
  try {
    return await new Promise<Answer>((done) => {
      const reader = new AnswerReader((answer) => {
        clearTimeout(timer);
        done(answer);
      }, request);
      const timer = setTimeout(() => reader.end('timeout'), timeoutMs);
      const { origin, pathname, search } = url;
      try {
        agent.dispatch({ origin, path: pathname + search, method, headers, body }, reader);
      } catch (error) {
        reader.onResponseError(null, error);
      }
    });
  } finally {
    // It waits for nothing: the request is over.
    void agent.destroy();
  }
}

/** Closes a connection whose answer is no longer read. */
class Ended extends Error {}

class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #done: (answer: Answer) => void;
  readonly #maxBytes: number;
  readonly #isEnough: ToolRequest['isEnough'];
  readonly #chunks: Buffer[] = [];
  #headers: IncomingHttpHeaders = {};
  #bytes = 0;
  #status: number | null = null;
  #isEncoded = false;
  #isSent = false;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  constructor(
    done: (answer: Answer) => void,
    { maxBytes = maxAnswerBytes, isEnough }: Pick<ToolRequest, 'maxBytes' | 'isEnough'>,
  ) {
    this.#done = done;
    this.#maxBytes = maxBytes;
    this.#isEnough = isEnough;
  }

  /** Ends the request without its answer. */
  end(failure: Extract<Answer, { readonly failure: unknown }>['failure']): void {
    this.#finish({ failure, isSent: this.#isSent, status: this.#status });
    this.#controller?.abort(new Ended());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) return controller.abort(new Ended());
    this.#isSent = true;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    this.#isEncoded = !['', 'identity'].includes(headers['content-encoding'] ?? '');
    // Of what is no result nothing is read.
    if (status > 299) this.end('status');
    else if (Number(headers['content-length'] ?? 0) > this.#maxBytes) this.end('too_large');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) return this.end('too_large');
    this.#chunks.push(chunk);
    if (this.#isEncoded || !this.#isEnough?.(chunk, this.#headers)) return;
    this.onResponseEnd();
    this.#controller?.abort(new Ended());
  }

  onResponseEnd(): void {
    if (this.#status === null) return this.onResponseError(null, undefined);
    if (this.#isEncoded) return this.end('encoded');
    const [status, headers] = [this.#status, this.#headers];
    this.#finish({ status, headers, bytes: Buffer.concat(this.#chunks) });
  }

  onResponseError(_: unknown, error: unknown): void {
    if (this.#isOver) return;
    if (error instanceof AddressRefused || causeOf(error) instanceof AddressRefused)
      this.end('refused');
    else this.end(this.#isSent ? 'lost' : 'unreachable');
  }

  #finish(answer: Answer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done(answer);
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
