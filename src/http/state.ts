import { type Hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import type { AnyCaller } from '../caller.ts';
import type { AddressOf } from './address.ts';
import type { FormFile } from './multipart.ts';
import type { Operation } from './operations.ts';
import { allHeaders } from './response-headers.ts';

const flatHeaders = allHeaders.flat();

/** What is known about a request while it is processed; the log and metrics read it at the end. */
export class RequestState {
  readonly requestId: string;
  /** When it arrived, by `performance.now()`. */
  readonly started: number;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The path of the URL, as it was sent. */
  readonly path: string;
  /** The response's headers as far as they are known, names and values in turn. They are written with its body. */
  readonly headers: string[];
  /** How many of them a failure keeps: those after are of the success. */
  kept: number;
  operation: Operation | undefined = undefined;
  params: Record<string, string> = {};
  /** Whether Express answers it. */
  isPage = false;
  /** The methods of a path that has no operation with the request's. */
  allowed: readonly string[] | undefined = undefined;
  caller: AnyCaller | undefined = undefined;
  /** Absent before the request matches an operation, and of a carrier's callback before its call is known. */
  span: Span | undefined = undefined;
  /** The limit that the request was counted against when it arrived; undefined if none. */
  countedAddress: string | undefined = undefined;
  body: unknown = undefined;
  /** Where in `headers` its rate limit is. */
  limitAt: number | undefined = undefined;
  /** The temporary file of a form. */
  file: FormFile | undefined = undefined;
  /** The hash of a body that is read while it arrives, of a request with an Idempotency-Key. */
  bodyHash: Hash | undefined = undefined;
  /** The error thrown, for the log. */
  error: unknown = undefined;
  /** Its part in `onBehalfOf`. */
  hasBegun = false;
  isOver = false;
  /** Created on first use: most requests end before anything listens to the signal. */
  leaving: AbortController | undefined = undefined;
  readonly #addressOf: AddressOf;

  constructor(req: IncomingMessage, res: ServerResponse, { arrived, addressOf }: Arrival) {
    const { url = '' } = req;
    const end = url.indexOf('?');
    this.started = arrived;
    this.req = req;
    this.res = res;
    this.path = end === -1 ? url : url.slice(0, end);
    this.requestId = requestIdOf(req);
    this.headers = ['X-Request-Id', this.requestId, ...flatHeaders];
    this.kept = this.headers.length;
    this.#addressOf = addressOf;
  }

  /** Adds headers of every answer, also of a failure. */
  addHeaders(flat: readonly string[]): void {
    this.headers.push(...flat);
    this.kept = this.headers.length;
  }

  /** Sets the headers on the response, which others than the dispatcher write. */
  setHeaders(): void {
    for (let at = 0; at < this.headers.length; at += 2)
      this.res.setHeader(this.headers[at] ?? '', this.headers[at + 1] ?? '');
  }

  /** Aborted when the client leaves before the response is complete. */
  get signal(): AbortSignal {
    this.leaving ??= new AbortController();
    if (this.res.destroyed && !this.res.writableFinished) this.leaving.abort();
    return this.leaving.signal;
  }

  /** Ends what waits for the client, which has left. */
  leave(): void {
    this.leaving?.abort();
  }

  /** Whose request it is; read only of requests with a caller. */
  get organizationId(): number {
    return this.caller?.organization_id ?? 0;
  }

  /** The address for limits: an IPv4 address or an IPv6 network. */
  get address(): string {
    return this.#addressOf(this.req);
  }
}

interface Arrival {
  /** By `performance.now()`. */
  readonly arrived: number;
  readonly addressOf: AddressOf;
}

/** Identifies a caller among those of its kind. */
export function callerId(caller: AnyCaller): number {
  if (caller.kind === 'session') return caller.session_id;
  return caller.kind === 'api_key' ? caller.api_key_id : caller.run_id;
}

const validId = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id that the client gave its request, or a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && validId.test(sent) ? sent : randomUUID();
}
