import type { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';
import type { operations } from '../../generated/api.ts';
import type { Callers } from '../../generated/callers.ts';
import type { AnyCaller, Caller, SessionCaller } from '../caller.ts';
import type { AppContext, Trx } from './context.ts';
import type { WithHeaders } from './etag.ts';
import type { JsonText } from './json.ts';
import type { FormFile } from './multipart.ts';

export type OperationId = keyof Callers;

type Parameters<Id extends OperationId, Place extends string> = operations[Id] extends {
  parameters: infer All;
}
  ? Place extends keyof All
    ? NonNullable<All[Place]>
    : Record<never, never>
  : Record<never, never>;

type Content<T> = T extends { content: infer C } ? C : never;
/** Forms come from carriers alone, whose handler reads the bytes. */
type Parsed = 'application/json' | 'application/x-www-form-urlencoded';
type BodyIn<C> = 'multipart/form-data' extends keyof C
  ? FormOf<C['multipart/form-data' & keyof C]>
  : [Exclude<keyof C, Parsed>] extends [never]
    ? C['application/json' & keyof C]
    : Readable;
/** A form's file has arrived when the handler is called. */
type FormOf<B> = { readonly [Name in keyof B]: Name extends 'file' ? FormFile : B[Name] };
type RequestBody<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? BodyIn<Content<Body>>
  : operations[Id] extends { requestBody?: infer Body }
    ? [NonNullable<Body>] extends [never]
      ? undefined
      : BodyIn<Content<NonNullable<Body>>> | undefined
    : undefined;

type SuccessStatus = 200 | 201 | 202 | 204;
type SuccessResponse<Id extends OperationId> =
  operations[Id]['responses'][keyof operations[Id]['responses'] & SuccessStatus];
type BodyOut<C> =
  | ('application/json' extends keyof C ? Json<C['application/json' & keyof C]> : never)
  | ('text/event-stream' extends keyof C
      ? AsyncIterable<{ readonly id: string; readonly data?: C['text/event-stream' & keyof C] }>
      : never)
  | (Extract<keyof C, 'application/json' | 'text/event-stream'> extends never
      ? AsyncIterable<string | Uint8Array>
      : never);
/** A body, in which the database may have written lists. */
type Json<T> = T extends readonly unknown[]
  ? { [Index in keyof T]: Json<T[Index]> } | JsonText<T>
  : T extends object
    ? { [Name in keyof T]: Json<T[Name]> }
    : T;
type Body<R> = R extends { content: infer C } ? BodyOut<C> : void;

/** The declared names without the index signature that openapi-typescript adds. */
type Declared<H> = keyof { [Name in keyof H as string extends Name ? never : Name]: true };
type Sends<R, Name extends string> = R extends { headers: infer H }
  ? Name extends Declared<H>
    ? true
    : false
  : false;

/** Whether the body has one of several content types, which the handler then names in `Content-Type`. */
type HasChoice<R> = R extends { content: infer C } ? IsUnion<keyof C> : false;
type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never;

/**
 * A handler's return value; the contract supplies the status. An operation that declares an ETag, or several content
 * types, must return its header.
 */
export type Success<Id extends OperationId> = true extends
  | Sends<SuccessResponse<Id>, 'ETag'>
  | HasChoice<SuccessResponse<Id>>
  ? WithHeaders<Body<SuccessResponse<Id>>>
  : Body<SuccessResponse<Id>>;

interface CallerKinds {
  none: undefined;
  session: SessionCaller;
  any: Caller;
  any_or_run: AnyCaller;
}
type CallerOf<Id extends OperationId> = CallerKinds[Callers[Id]];

/** One request, decoded and validated against the contract. */
export interface OperationRequest<Id extends OperationId> {
  readonly params: Parameters<Id, 'path'>;
  readonly query: Parameters<Id, 'query'>;
  /** Declared headers, by lower-case name. */
  readonly headers: {
    readonly [Name in keyof Parameters<Id, 'header'> as Lowercase<Name & string>]: Parameters<
      Id,
      'header'
    >[Name];
  };
  readonly body: RequestBody<Id>;
  readonly caller: CallerOf<Id>;
  /** Aborted when the client leaves before the response is complete. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Names the request's span as the parent of others; undefined outside of traces. */
  readonly traceparent: string | undefined;
  /** Makes a carrier's callback a part of the trace of its call. */
  readonly continueTrace: (call: { readonly traceparent: string | null }) => void;
  /** The requested URL, path and query as received. */
  readonly url: string;
  /** All headers as received. */
  readonly allHeaders: IncomingHttpHeaders;
  /** Reads the body's bytes, for an operation with `x-raw-body`. The body has not been read or parsed before. */
  readonly rawBody: () => Promise<Buffer>;
  /** The client address for limits: an IPv4 address or an IPv6 network. */
  readonly address: string;
  /**
   * Keeps the answer for the request's Idempotency-Key, if it has one, within the transaction that makes an upload
   * visible. For operations whose body is read while it arrives; others run in one transaction with their answer.
   */
  readonly keepAnswer: (trx: Trx, answer: Success<Id>) => Promise<void>;
}

/** What a handler takes that is not called by the server alone. */
export type RequestParts<Id extends OperationId> = Pick<
  OperationRequest<Id>,
  'params' | 'headers' | 'body' | 'caller' | 'requestId'
>;

type Work<Id extends OperationId, A> = (call: OperationRequest<Id>, app: A) => Promise<Success<Id>>;

/**
 * For operations that depend on an external system, such as a name server. `before` queries it while no transaction is
 * open, and throws to reject the request.
 */
interface WorkInTwo<Id extends OperationId, A, Found = unknown> {
  before(call: OperationRequest<Id>, app: A): Promise<Found>;
  /** Gets what `before` has found. */
  work(call: OperationRequest<Id>, app: A, found: Found): Promise<Success<Id>>;
}

/** A handler in two steps, of which the second gets the result of the first. */
export const withPreparation = <Id extends OperationId, Found, A = AppContext>(
  _operation: Id,
  steps: WorkInTwo<Id, A, Found>,
): Handler<Id, A> => steps;

/** `A` is the context that the handler's area needs. */
type Handler<Id extends OperationId, A = AppContext> = Work<Id, A> | WorkInTwo<Id, A>;
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };
/** The handlers of some operations: `{...} satisfies HandlersFor<'getCampaign', CampaignsApp>`. */
export type HandlersFor<Id extends OperationId, A> = { readonly [I in Id]: Handler<I, A> };
