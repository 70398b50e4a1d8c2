import type { Authentication, Credential } from '../caller.ts';
import type { App } from '../context.ts';
import { onBehalfOf } from '../db/shared-pool.ts';
import { Failure, InvalidRequest, methodNotAllowed, notFound } from '../errors.ts';
import { isDryRun, isEventStream, isWhole, render, send, sendWhole } from './answer.ts';
import { type Answer, createBackend } from './backend.ts';
import { hasBody, readBody, refuseByHeader } from './body.ts';
import { HandlerRequest } from './handler-request.ts';
import type { Handlers } from './contract.ts';
import { fail } from './failures.ts';
import { isFile, openFile } from './files.ts';
import { runIdempotently, type Steps } from './idempotency.ts';
import type { Operation } from './operations.ts';
import type { RateLimit } from './rate-limit.ts';
import { beginRequestSpan } from './request-span.ts';
import { createRouter, type Match } from './router.ts';
import { requireOwnRun, requireRole, requireScope, requireVerified } from './scope.ts';
import { credentialOf, identify, identifyAgain, isSecured } from './security.ts';
import type { RequestState } from './state.ts';
import type { Streams } from './streams.ts';
import { type Decoded, type Validate, validatorOf } from './validate.ts';

interface DispatchParts {
  readonly operations: readonly Operation[];
  readonly handlers: Handlers;
  readonly authentication: Authentication;
  readonly app: App;
  readonly limit: RateLimit;
  readonly streams: Streams;
  /** Called once per request, when its response has ended or its client has left. */
  readonly ended: (state: RequestState) => void;
}

type AnyWork = (call: HandlerRequest, app: App, found?: unknown) => Promise<unknown>;
type AnyHandler = AnyWork | { readonly before: AnyWork; readonly work: AnyWork };

/** What is the same for all requests of an operation, determined at the start. */
interface Route {
  readonly operation: Operation;
  readonly before: AnyWork | undefined;
  readonly work: AnyWork;
  readonly validate: Validate;
  readonly isSecured: boolean;
  readonly isListing: boolean;
  readonly isFile: boolean;
  /** Whether nothing but one JSON text is ever sent. */
  readonly isWhole: boolean;
}

export interface Dispatch {
  /** The operation of a request; the allowed methods if only the path matches; undefined for an unknown path. */
  match(method: string, path: string): Match | readonly string[] | undefined;
  /** Answers a request, with the refusal if there is one. Never rejects. */
  answer(
    state: RequestState,
    match: ReturnType<Dispatch['match']>,
    refusal?: Failure,
  ): Promise<void>;
}

/**
 * Serves the operations of the contract. Steps run from cheap to expensive: route, headers, the address's limit, the
 * credential, the caller's limit, the body, its schema, the handler.
 */
export async function createDispatch(parts: DispatchParts): Promise<Dispatch> {
  const { operations, handlers } = parts;
  const answerOf = (operation: Operation): Answer => {
    const route = routeOf(
      operation,
      handlers[operation.id as keyof Handlers] as unknown as AnyHandler,
    );
    return (state) => follow(route, state, parts);
  };
  const backend = await createBackend(operations, answerOf, (state) => refuseRoute(state, parts));
  const answers = new Map(operations.map((operation) => [operation, backend.answerOf(operation)]));
  const router = createRouter(operations);
  return {
    match: (method, path) => router.match(method, path),
    async answer(state, match, refusal) {
      watchEnd(state, parts.ended);
      try {
        if (refusal) throw refusal;
        if (match === undefined || !('operation' in match)) {
          state.allowed = match;
          await refuse(state, backend.refuse);
        } else {
          state.operation = match.operation;
          state.params = match.params;
          await answers.get(match.operation)?.(state);
        }
      } catch (error) {
        state.error = error;
        if (state.operation?.fromCarrier && isRefusal(error)) parts.limit.refused(state);
        fail(state, error);
      }
      state.isOver = true;
      if (state.file) await parts.app.spool.remove(state.file);
    },
  };
}

function routeOf(operation: Operation, handler: AnyHandler): Route {
  const { before, work } =
    typeof handler === 'function' ? { before: undefined, work: handler } : handler;
  return {
    operation,
    before,
    work,
    validate: validatorOf(operation),
    isSecured: isSecured(operation),
    isListing: isListing(operation),
    isFile: isFile(operation),
    isWhole: isWhole(operation),
  };
}

/** Whether an operation shows what there is and decides and writes nothing: lists, reports and exports. */
const isListing = ({ id, method, isAudited }: Operation): boolean =>
  method === 'GET' && !isAudited && /^list|^export|Report$/.test(id);

function watchEnd(state: RequestState, ended: (state: RequestState) => void): void {
  const { res } = state;
  res.on('close', () => {
    if (!res.writableFinished) state.leave();
    ended(state);
  });
}

const isRefusal = (error: unknown): boolean =>
  error instanceof InvalidRequest ||
  (error instanceof Failure && error.problem.kind !== 'unavailable');

/** Answers a request to a path or with a method that the contract does not have. */
async function refuse(
  state: RequestState,
  byBackend: (state: RequestState) => Promise<void>,
): Promise<void> {
  const { res, req, headers, allowed } = state;
  if (allowed) {
    headers.push('Allow', allowed.join(', '));
    state.kept = headers.length;
    if (req.method === 'OPTIONS') return void res.writeHead(204, headers).end();
  }
  await byBackend(state);
}

function refuseRoute(state: RequestState, { limit }: DispatchParts): never {
  limit.arrived(state, false);
  if (!state.allowed) throw notFound('Path');
  throw methodNotAllowed(state.req.method ?? '', [...state.allowed]);
}

async function follow(route: Route, state: RequestState, parts: DispatchParts): Promise<void> {
  const { operation } = route;
  if (!operation.fromCarrier) beginRequestSpan(state);
  const credential = route.isSecured ? credentialOf(state.req) : undefined;
  admit(operation, state, credential, parts);
  if (route.isSecured) {
    const looking = identify(operation, state, credential, parts);
    if (looking) await looking;
  }
  refuseByHeader(operation, state.req);
  requirePermission(operation, state);
  if (operation.body && hasBody(state.req)) {
    state.body = await readBody(operation, state, parts.app);
    const looking = identifyAgain(operation, state, credential, parts);
    if (looking) {
      await looking;
      requirePermission(operation, state);
    }
  }
  const { caller } = state;
  const decoded = route.validate(state);
  state.isStream = isEventStream(operation, state);
  if (caller === undefined) return respond(route, state, parts, decoded);
  return onBehalfOf(state, respond, route, state, parts, decoded);
}

function requirePermission(operation: Operation, { caller, params }: RequestState): void {
  if (caller?.kind === 'session') {
    requireRole(operation, caller);
    requireVerified(operation, caller);
  } else if (caller !== undefined) {
    requireScope(operation, caller);
    requireOwnRun(params, caller);
  }
}

/** Checks that need no lookup and no body. */
function admit(
  operation: Operation,
  state: RequestState,
  credential: Credential | undefined,
  { limit, authentication }: DispatchParts,
): void {
  const wasGood = credential !== undefined && authentication.wasGood(credential);
  limit.arrived(state, wasGood);
  // A request that is not counted by address is counted by caller first.
  if (!wasGood) refuseByHeader(operation, state.req);
}

async function respond(
  route: Route,
  state: RequestState,
  { app, streams }: DispatchParts,
  decoded: Decoded,
): Promise<void> {
  const { operation, before, work, isListing: lists } = route;
  const call = new HandlerRequest(operation, state, app, decoded);
  const readsElsewhere = lists && !state.isStream && app.config.databaseReadUrl !== undefined;
  const isKept = operation.idempotent && state.req.headers['idempotency-key'] !== undefined;
  if (route.isWhole && !route.isFile && !isKept && !readsElsewhere) {
    const result = before
      ? await work(call, app, await before(call, app))
      : await work(call, app, undefined);
    return sendWhole(operation, state, render(operation, result, decoded.query));
  }
  let found: unknown;
  const steps: Steps = {
    ...(before && { before: async () => (found = await before(call, app)) }),
    changesNothing: isDryRun(operation, decoded.query),
    work: async (within) => render(operation, await work(call, within, found), decoded.query),
  };
  const close = route.isFile
    ? openFile(app.inProgress, state)
    : state.isStream
      ? streams.open(state)
      : undefined;
  try {
    const rendered = readsElsewhere
      ? await app.reads((db) => runIdempotently({ ...app, db }, state, steps))
      : await runIdempotently(app, state, steps);
    await send(operation, state, rendered);
  } finally {
    close?.();
  }
}
