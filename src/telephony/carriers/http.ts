import { Agent, type Dispatcher } from 'undici';
import { missingPackages } from '../../system/packaged.ts';

/** How long a connection to a carrier may take, with its TLS handshake. */
const connectMs = 4000;
/** No answer that is read here is larger. */
const maxAnswerBytes = 262_144;

interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** The request failed before its first byte was sent: the carrier cannot have received it. */
export class NeverSent extends Error {}

/** Throws `NeverSent` if the client of a carrier is not installed: the published package leaves it to those who need it. */
export function mustBeInstalled(client: string): void {
  if (missingPackages(client) !== undefined)
    throw new NeverSent(`the package ${client} is not installed`);
}

export interface CarrierHttp {
  /**
   * Sends one request, without redirects or retries. Its connection is destroyed when the time is over, however much of
   * the answer has arrived. Throws `NeverSent`, or another error if the request may have been received.
   */
  send(request: HttpRequest, timeoutMs: number): Promise<HttpAnswer>;
}

export function createCarrierHttp(): CarrierHttp {
  // HTTP/1.1 has a connection for each request, which can be destroyed with it.
  const agent = new Agent({
    allowH2: false,
    connections: 100,
    connect: { timeout: connectMs },
    maxResponseSize: maxAnswerBytes,
  });
  return {
    send: (request, timeoutMs) =>
      new Promise((resolve, reject) => dispatch(agent, { request, timeoutMs, resolve, reject })),
  };
}

interface Exchange {
  readonly request: HttpRequest;
  readonly timeoutMs: number;
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
}

function dispatch(agent: Agent, { request, timeoutMs, resolve, reject }: Exchange): void {
  const { origin, pathname, search } = new URL(request.url);
  const chunks: Buffer[] = [];
  let status = 0;
  let headers: HttpAnswer['headers'] = {};
  let controller: Dispatcher.DispatchController | undefined;
  let isOver = false;
  const limit = setTimeout(() => {
    isOver = true;
    if (controller) controller.abort(new Error('The request timed out.'));
    else reject(new NeverSent('no connection in time'));
  }, timeoutMs);
  agent.dispatch(
    {
      origin,
      path: pathname + search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
    },
    {
      // Called when there is a connection, before the first byte is written to it.
      onRequestStart(started) {
        if (isOver) started.abort(new Error('The request timed out.'));
        else controller = started;
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        headers = received;
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        clearTimeout(limit);
        resolve({ status, headers, text: Buffer.concat(chunks).toString() });
      },
      onResponseError(_controller, error) {
        clearTimeout(limit);
        reject(controller ? error : new NeverSent(codeOf(error), { cause: error }));
      },
    },
  );
}

/** A word for the error, such as ECONNREFUSED. Messages may contain the request, including credentials. */
function codeOf(error: Error): string {
  const part: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return part instanceof Error && 'code' in part && typeof part.code === 'string'
    ? part.code
    : 'no connection';
}
