import type { paths } from './contract.ts';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The paths that have an operation with this method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [_ in M]: object } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M & keyof paths[P]]>;

type ContentOf<T> = T extends { readonly content: infer C }
  ? C extends { readonly 'text/event-stream': unknown }
    ? ReadableStream<Uint8Array>
    : C[keyof C]
  : undefined;

type Success<O> = O extends { readonly responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 | 204 | 206 ? ContentOf<R[S]> : never }[keyof R]
  : never;

type BodyOf<O> = O extends { readonly requestBody: infer B }
  ? { readonly body: ContentOf<B> }
  : O extends { readonly requestBody?: infer B }
    ? [NonNullable<B>] extends [never]
      ? { readonly body?: never }
      : { readonly body?: ContentOf<NonNullable<B>> }
    : { readonly body?: never };

type ParamsOf<O> = O extends { readonly parameters: infer A }
  ? Record<never, never> extends A
    ? { readonly params?: A }
    : { readonly params: A }
  : { readonly params?: never };

/** How an answer is read. Without it JSON is parsed, a text is a string, a file is a Blob and a live stream a stream. */
export interface ReadAs {
  readonly text: string;
  readonly blob: Blob;
  readonly arrayBuffer: ArrayBuffer;
  readonly stream: ReadableStream<Uint8Array>;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** In place of the client's, for this request. */
  readonly maxRetries?: number;
}

export interface ParseOption {
  readonly parseAs?: keyof ReadAs;
}

/** What a call of an operation takes: `params` and `body` as openapi-fetch has them. */
export type Init<P extends keyof paths, M extends Method> = ParamsOf<Operation<P, M>> &
  BodyOf<Operation<P, M>> &
  RequestOptions;

/** The argument, which may be left out if nothing in it is required. */
export type Args<I, More = unknown> =
  Record<never, never> extends I ? [init?: I & More] : [init: I & More];

/** The data of an answer. */
export type Data<P extends keyof paths, M extends Method, As = undefined> = As extends keyof ReadAs
  ? ReadAs[As]
  : Success<Operation<P, M>>;

export interface Answer<D> {
  readonly data: D;
  /** The answer, for its headers. Its body was read, or is `data`. */
  readonly response: Response;
}

export type Call<M extends Method> = <
  P extends PathsWith<M>,
  As extends keyof ReadAs | undefined = undefined,
>(
  path: P,
  ...args: Args<Init<P, M>, { readonly parseAs?: As }>
) => Promise<Answer<Data<P, M, As>>>;

interface PageOf<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** The paths of the lists. */
export type ListPath = {
  [P in PathsWith<'get'>]: Success<Operation<P, 'get'>> extends PageOf<unknown> ? P : never;
}[PathsWith<'get'>];

export type Page<P extends ListPath> = Success<Operation<P, 'get'>>;
export type Item<P extends ListPath> = Page<P> extends PageOf<infer T> ? T : never;

type EventOf<O> = O extends {
  readonly responses: {
    readonly 200: { readonly content: { readonly 'text/event-stream': infer E } };
  };
}
  ? E
  : never;

/** The paths of the event streams. */
export type StreamPath = {
  [P in PathsWith<'get'>]: [EventOf<Operation<P, 'get'>>] extends [never] ? never : P;
}[PathsWith<'get'>];

/** The events of a stream, without the one that says that the server stops, after which the client opens it again. */
export type StreamEvent<P extends StreamPath> = Exclude<
  EventOf<Operation<P, 'get'>>,
  { readonly event: 'stopping' } | { readonly type: 'stopping' }
>;
