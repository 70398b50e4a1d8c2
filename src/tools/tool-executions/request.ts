import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';
import {
  AddressRefused,
  anyConnector,
  publicConnector,
  type TargetRules,
} from '../../webhooks/endpoints/targets.ts';
import type { Answer } from './outcome-rules.ts';

/** How much of an answer is read. */
const maxAnswerBytes = 65_536;

interface ToolRequest {
  readonly url: URL;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: the request has no body. */
  readonly body: string | null;
  readonly timeoutMs: number;
}

/**
 * Sends one request, once, over a connection of its own: one that was open before may be closed by the other side at that
 * moment, and then nobody knows whether it has taken a write. Never throws. Redirects are not followed, and not more than 64 KiB
 * are read.
 */
export async function sendRequest(
  { url, method, headers, body, timeoutMs }: ToolRequest,
  { allowPrivate, resolve }: TargetRules,
): Promise<Answer> {
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
      });
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
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status: number | null = null;
  #isEncoded = false;
  #isSent = false;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  constructor(done: (answer: Answer) => void) {
    this.#done = done;
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
    this.#isEncoded = !['', 'identity'].includes(headers['content-encoding'] ?? '');
    // Of what is no result nothing is read.
    if (status > 299) this.end('status');
    else if (Number(headers['content-length'] ?? 0) > maxAnswerBytes) this.end('too_large');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#bytes += chunk.length;
    if (this.#bytes > maxAnswerBytes) this.end('too_large');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#status === null) return this.onResponseError(null, undefined);
    if (this.#isEncoded) return this.end('encoded');
    this.#finish({ status: this.#status, bytes: Buffer.concat(this.#chunks) });
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
