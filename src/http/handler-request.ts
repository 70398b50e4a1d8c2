import type { IncomingHttpHeaders } from 'node:http';
import type { AnyCaller } from '../caller.ts';
import type { App } from '../context.ts';
import { traceparentOf } from '../telemetry/spans.ts';
import { readBytes } from './body.ts';
import type { Operation } from './operations.ts';
import { beginRequestSpan } from './request-span.ts';
import type { RequestState } from './state.ts';
import type { Decoded } from './validate.ts';

/** What a handler gets of a request: the `OperationRequest` of the contract. */
export class HandlerRequest {
  readonly params: Decoded['path'];
  readonly query: Decoded['query'];
  readonly headers: Decoded['header'];
  readonly body: unknown;
  readonly caller: AnyCaller | undefined;
  readonly requestId: string;
  readonly wantsStream: boolean;
  readonly #operation: Operation;
  readonly #state: RequestState;
  readonly #app: App;

  constructor(
    operation: Operation,
    state: RequestState,
    app: App,
    { path, query, header }: Decoded,
  ) {
    this.params = path;
    this.query = query;
    this.headers = header;
    this.body = state.body;
    this.caller = state.caller;
    this.requestId = state.requestId;
    this.wantsStream = state.isStream && operation.streamsOnRequest;
    this.#operation = operation;
    this.#state = state;
    this.#app = app;
  }
  get signal(): AbortSignal {
    return this.#state.signal;
  }
  get traceparent(): string | undefined {
    const { span } = this.#state;
    return span && traceparentOf(span);
  }
  get continueTrace() {
    return (of: { traceparent: string | null }): void => beginRequestSpan(this.#state, of);
  }
  get url(): string {
    return this.#state.req.url ?? '';
  }
  get allHeaders(): IncomingHttpHeaders {
    return this.#state.req.headers;
  }
  get rawBody() {
    return (): Promise<Buffer> => readBytes(this.#operation, this.#state, this.#app);
  }
  get address(): string {
    return this.#state.address;
  }
}
