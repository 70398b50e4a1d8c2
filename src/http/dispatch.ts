import type { Request, RequestHandler, Response } from 'express';
import type { Context, OpenAPIBackend } from 'openapi-backend';
import type { Authentication, AnyCaller } from '../caller.ts';
import type { App } from '../context.ts';
import { onBehalfOf } from '../db/shared-pool.ts';
import { traceparentOf } from '../spans.ts';
import {
  Failure,
  InvalidRequest,
  methodNotAllowed,
  notFound,
  unauthorized,
  unavailable,
} from '../errors.ts';
import { addressOf } from './address.ts';
import { asksInstead, isEventStream, type Rendered, render, send } from './answer.ts';
import { createBackend, requestOf } from './backend.ts';
import { readBody, readBytes, refuseByHeader } from './body.ts';
import type { Handlers } from './contract.ts';
import { sendFailure } from './failures.ts';
import { isFile, openFile } from './files.ts';
import { runIdempotently, type Steps } from './idempotency.ts';
import type { Health } from './health.ts';
import type { Operation } from './operations.ts';
import type { Identification, RateLimit } from './rate-limit.ts';
import { beginRequestSpan } from './request-span.ts';
import { createRouter } from './router.ts';
import { requireOwnRun, requireScope } from './scope.ts';
import { apiKeyOf, credentialOf, refusalIn, sessionOf } from './security.ts';
import { begin, type RequestState, signalOf } from './state.ts';
import type { Streams } from './streams.ts';
import type { validate } from './validate.ts';

interface DispatchParts {
  readonly operations: readonly Operation[];
  readonly handlers: Handlers;
  readonly authentication: Authentication;
  readonly app: App;
  readonly health: Health;
  readonly limit: RateLimit;
  readonly streams: Streams;
  /** Called once per request, when its response has ended or its client has left. */
  readonly ended: (state: RequestState) => void;
}

type AnyWork = (call: unknown, app: App, found?: unknown) => Promise<unknown>;
type AnyHandler = AnyWork | { readonly before: AnyWork; readonly work: AnyWork };

/**
 * Serves the operations of the contract through openapi-backend. Steps run from cheap to expensive: route, headers, the
 * address's limit, the credential, the caller's limit, the body, its schema, the handler.
 */
export async function createDispatch(parts: DispatchParts): Promise<RequestHandler> {
  const api = await createBackend(parts.operations);
  for (const operation of parts.operations) {
    const handler = parts.handlers[operation.id as keyof Handlers] as AnyHandler;
    api.register(operation.id, (context: Context, state: RequestState) =>
      answer(operation, handler, context, state, parts),
    );
  }
  api.registerSecurityHandler('session', (_: Context, state: RequestState) =>
    sessionOf(state, parts.authentication),
  );
  api.registerSecurityHandler('apiKey', (_: Context, state: RequestState) =>
    apiKeyOf(state, parts.authentication),
  );
  api.register({
    notFound: (_: Context, state: RequestState) => refuseRoute(state, parts),
    methodNotAllowed: (_: Context, state: RequestState) => refuseRoute(state, parts),
    postRoutingHandler: (_: Context, state: RequestState) => admit(state, parts),
    unauthorizedHandler: (context: Context) => {
      throw refusalIn(context) ?? unauthorized();
    },
    postSecurityHandler: async (context: Context, state: RequestState) => {
      const { operation, caller } = state;
      if (!operation) return;
      const secured = operation.session || operation.apiKey;
      if (secured) parts.limit.identified(state, identification(context, caller));
      if (secured && !context.security?.['authorized']) return;
      refuseByHeader(operation, state.req);
      requireScope(operation, state.caller);
      requireOwnRun(state.params, state.caller);
      state.body = await readBody(operation, state, parts.app);
    },
    validationFail: (context: Context) => {
      throw new InvalidRequest(context.validation.errors as never);
    },
  });
  const router = createRouter(parts.operations);
  return (req, res) => void handle(api, router, parts, req, res);
}

/** Checks that need no lookup and no body. */
function admit(state: RequestState, { limit, authentication }: DispatchParts): void {
  const { operation } = state;
  if (!operation) return;
  const credential = operation.session || operation.apiKey ? credentialOf(state) : undefined;
  const wasGood = credential !== undefined && authentication.wasGood(credential);
  limit.arrived(state, wasGood);
  // A request that is not counted by address is counted by caller first.
  if (!wasGood) refuseByHeader(operation, state.req);
}

/** A failed credential lookup is a server error, not the caller's. */
function identification(context: Context, caller: AnyCaller | undefined): Identification {
  if (caller) return 'known';
  return refusalIn(context) === undefined ? 'refused' : 'undecided';
}

const isRefusal = (error: unknown): boolean =>
  error instanceof InvalidRequest ||
  (error instanceof Failure && error.problem.kind !== 'unavailable');

type Router = ReturnType<typeof createRouter>;

async function handle(
  api: OpenAPIBackend,
  router: Router,
  parts: DispatchParts,
  req: Request,
  res: Response,
): Promise<void> {
  const state = begin(req, res);
  res.once('close', () => {
    if (!res.writableFinished) state.leaving?.abort();
    parts.ended(state);
  });
  try {
    const match = router.match(req.method, req.path);
    if (match !== undefined && 'operation' in match) {
      state.operation = match.operation;
      state.params = match.params;
      if (!match.operation.fromCarrier) beginRequestSpan(state);
    } else if (match !== undefined) {
      res.setHeader('Allow', match.join(', '));
      if (req.method === 'OPTIONS') return void res.status(204).end();
    }
    if (parts.health.draining) throw draining(res);
    await api.handleRequest(requestOf(state), state);
  } catch (error) {
    state.error = error;
    if (state.operation?.fromCarrier && isRefusal(error)) parts.limit.refused(state);
    sendFailure(res, error, state.requestId);
  } finally {
    if (state.file) await parts.app.spool.remove(state.file);
  }
}

/** Requests that still arrive on open connections during shutdown get 503. */
function draining(res: Response): Failure {
  res.setHeader('Connection', 'close');
  return unavailable('The server is shutting down. Nothing was changed; try again shortly.');
}

function refuseRoute(state: RequestState, { limit }: DispatchParts): never {
  limit.arrived(state, false);
  if (!state.res.hasHeader('Allow')) throw notFound('Path');
  throw methodNotAllowed(state.req.method, String(state.res.getHeader('Allow')).split(', '));
}

/** Whether an operation shows what there is and decides nothing: lists, reports and exports. */
const isListing = ({ id, method }: Operation): boolean =>
  method === 'GET' && /^list|^export|Report$/.test(id);

async function answer(
  operation: Operation,
  handler: AnyHandler,
  context: Context,
  state: RequestState,
  { app, streams }: DispatchParts,
): Promise<void> {
  const { path, query, header } = context.validation.coerced as unknown as ReturnType<
    typeof validate
  >['decoded'];
  const isStream = isEventStream(operation, state);
  const call = {
    params: path,
    query,
    headers: header,
    body: state.body,
    caller: state.caller,
    wantsStream: isStream && operation.streamsOnRequest,
    get signal() {
      return signalOf(state);
    },
    requestId: state.requestId,
    get traceparent() {
      return state.span && traceparentOf(state.span);
    },
    continueTrace: (of: { traceparent: string | null }) => beginRequestSpan(state, of),
    url: state.req.originalUrl,
    allHeaders: state.req.headers,
    rawBody: () => readBytes(operation, state, app),
    get address() {
      return addressOf(state.req);
    },
  };
  const { before, work } =
    typeof handler === 'function' ? { before: undefined, work: handler } : handler;
  let found: unknown;
  const steps: Steps = {
    ...(before && { before: async () => (found = await before(call, app)) }),
    changesNothing: asksInstead(operation, query),
    work: async (within) => render(operation, await work(call, within, found), query),
  };
  const close = isFile(operation)
    ? openFile(app.inProgress, state)
    : isStream
      ? streams.open(state)
      : undefined;
  const run = (within: App): Promise<Rendered> => runIdempotently(within, state, steps);
  const rendered = () =>
    isListing(operation) && !isStream ? app.reads((db) => run({ ...app, db })) : run(app);
  const respond = async () => send(operation, state, await rendered());
  const organizationId = state.caller?.organization_id;
  try {
    if (organizationId === undefined) await respond();
    else await onBehalfOf({ organizationId, signal: () => signalOf(state) }, respond);
  } finally {
    close?.();
  }
}
