import type { IncomingHttpHeaders } from 'node:http';
import type { Express } from 'express';
import type { AnyCaller, Authentication, Credential } from '../caller.ts';
import { traceparentOf } from '../telemetry/spans.ts';
import { onBehalfOf } from '../db/shared-pool.ts';
import { Failure, invalid, InvalidRequest, methodNotAllowed, notFound } from '../errors.ts';
import { withAuthority } from './authority.ts';
import { isWhole, type Rendered, render, send, sendWhole } from './answer.ts';
import { hasBody, readBody, readBytes, refuseByHeader } from './body.ts';
import type { ServedApp, Trx } from './context.ts';
import type { Handlers } from './contract.ts';
import { type Answering, cellOfSubject, type OtherCells } from './other-cells.ts';
import { type Cursors, cursorsOf } from './cursors.ts';
import { fail } from './failures.ts';
import { isFile, openFile } from './files.ts';
import { keepUploaded, runIdempotently, type Steps } from './idempotency.ts';
import type { Operation } from './operations.ts';
import { serve } from './pages.ts';
import type { RateLimit } from './rate-limit.ts';
import { beginRequestSpan } from './request-log.ts';
import { credentialOf, identify, identifyAgain, isSecured, requirePermission } from './security.ts';
import { requireUnprotected } from './protections.ts';
import { createBackend } from './router.ts';
import type { RequestState } from './state.ts';
import { type Decoded, type Validate, validatorOf } from './validate.ts';

interface DispatchParts extends Answering {
  readonly operations: readonly Operation[];
  readonly handlers: Handlers;
  readonly authentication: Authentication;
  readonly limit: RateLimit;
  readonly elsewhere?: OtherCells;
  /** Serves what is no operation. */
  readonly pages: Express;
  /** Called once per request, when its response has ended or its client has left. */
  readonly ended: (state: RequestState) => void;
}

type AnyWork = (call: HandlerRequest, app: ServedApp, found?: unknown) => Promise<unknown>;
type AnyHandler = AnyWork | { readonly before: AnyWork; readonly work: AnyWork };

/** What is the same for all requests of an operation, determined at the start. */
interface Route {
  readonly operation: Operation;
  readonly before: AnyWork | undefined;
  readonly work: AnyWork;
  readonly validate: Validate;
  readonly cursors: Cursors | undefined;
  readonly isSecured: boolean;
  readonly isFile: boolean;
  /** Whether nothing but one JSON text is ever sent. */
  readonly isWhole: boolean;
}

/** Answers a request, with the refusal if there is one. Never rejects. */
export type Dispatch = (state: RequestState, refusal?: Failure) => Promise<void>;

/**
 * Serves the operations of the contract, and the pages. Steps run from cheap to expensive: route, headers, the address's
 * limit, the credential, the caller's limit, the body, its schema, the handler.
 */
export async function createDispatch(parts: DispatchParts): Promise<Dispatch> {
  const { operations, handlers, limit, pages, app } = parts;
  const backend = await createBackend({
    operations,
    answerOf(operation) {
      const handler = handlers[operation.id as keyof Handlers] as unknown as AnyHandler;
      const route = routeOf(operation, handler);
      return (state) => follow(route, state, parts);
    },
    async notFound(state) {
      if (await serve(pages, state)) return;
      limit.arrived(state, false);
      throw notFound('Path');
    },
    async methodNotAllowed(state) {
      const { req, res, headers, allowed = [] } = state;
      if (req.method === 'OPTIONS')
        return void res.writeHead(204, [...headers, 'Allow', allowed.join(', ')]).end();
      limit.arrived(state, false);
      throw methodNotAllowed(req.method ?? '', allowed);
    },
  });
  return async (state, refusal) => {
    watchEnd(state, parts.ended);
    try {
      if (refusal) throw refusal;
      await backend(state);
    } catch (error) {
      state.error = error;
      if (state.operation?.fromCarrier && isRefusal(error)) limit.refused(state);
      fail(state, error);
    }
    state.isOver = true;
    if (state.file) await app.spool.remove(state.file);
  };
}

function routeOf(operation: Operation, handler: AnyHandler): Route {
  const steps = typeof handler === 'function' ? { before: undefined, work: handler } : handler;
  const { before, work } = withAuthority(operation, steps);
  return {
    operation,
    before,
    work,
    validate: validatorOf(operation),
    cursors: cursorsOf(operation),
    isSecured: isSecured(operation),
    isFile: isFile(operation),
    isWhole: isWhole(operation),
  };
}

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

async function follow(route: Route, state: RequestState, parts: DispatchParts): Promise<void> {
  const { operation } = route;
  if (operation.deprecation) state.addHeaders(Object.entries(operation.deprecation).flat());
  if (!operation.fromCarrier) beginRequestSpan(state);
  const credential = route.isSecured ? credentialOf(state.req) : undefined;
  admit(operation, state, credential, parts);
  if (route.isSecured) {
    const looking = identify(operation, state, credential, parts);
    if (looking) await looking;
  }
  if (operation.body) refuseByHeader(operation, state.req);
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
  const sent = route.validate(state);
  const decoded = route.cursors ? route.cursors.opened(sent) : sent;
  if (operation.protects) requireUnprotected(operation, caller, state.body);
  if (caller === undefined) {
    const other = parts.elsewhere && (await parts.elsewhere.ofBody(operation, state.body));
    return respond(route, state, other ?? parts, decoded);
  }
  const answer = operation.superAdmin ? respondToAdmin : respond;
  return onBehalfOf(state, answer, route, state, parts, decoded);
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
  if (!wasGood && operation.body) refuseByHeader(operation, state.req);
}

/** A super admin is one of all cells: what a request is about may be in another than the caller. */
async function respondToAdmin(
  route: Route,
  state: RequestState,
  parts: DispatchParts,
  decoded: Decoded,
): Promise<void> {
  const { operation, work } = route;
  const { elsewhere, app } = parts;
  const cell = cellOfSubject(decoded, elsewhere);
  const other = cell === undefined ? undefined : elsewhere?.ofCell(cell);
  const isNamed = decoded.query['cell'] !== undefined;
  if (isNamed && !other && cell !== app.config.cell)
    throw invalid(['query', 'cell'], 'The service has no cell of this number here.', cell);
  if (cell !== undefined || !elsewhere || !operation.overCells)
    return respond(route, state, other ?? parts, decoded);
  const result = await elsewhere.pageOf(decoded.query, (within, { limit, cursor }) => {
    const query = { ...decoded.query, limit, cursor };
    const read = (from: ServedApp) =>
      work(new HandlerRequest(operation, state, from, { ...decoded, query }), from);
    return within.config.databaseReadUrl === undefined
      ? read(within)
      : within.reads((db) => read({ ...within, db }));
  });
  sendWhole(operation, state, rendered(route, result, decoded));
}

async function respond(
  route: Route,
  state: RequestState,
  { app, streams }: Answering,
  decoded: Decoded,
): Promise<void> {
  const { operation, before, work } = route;
  const call = new HandlerRequest(operation, state, app, decoded);
  const readsElsewhere = operation.onReplica && app.config.databaseReadUrl !== undefined;
  const isKept = operation.idempotent && state.req.headers['idempotency-key'] !== undefined;
  if (route.isWhole && !route.isFile && !isKept && !readsElsewhere) {
    const result = before
      ? await work(call, app, await before(call, app))
      : await work(call, app, undefined);
    return sendWhole(operation, state, rendered(route, result, decoded));
  }
  let found: unknown;
  const steps: Steps = {
    ...(before && { before: async () => (found = await before(call, app)) }),
    work: async (within) => rendered(route, await work(call, within, found), decoded),
  };
  const close = route.isFile
    ? openFile(app.inProgress, state)
    : operation.eventName !== undefined
      ? streams.open(state)
      : route.isWhole
        ? undefined
        : streams.watch(state);
  try {
    const answer = readsElsewhere
      ? await app.reads((db) => runIdempotently({ ...app, db }, state, steps))
      : await runIdempotently(app, state, steps);
    await send(operation, state, answer);
  } finally {
    close?.();
  }
}

/** The response to a request with these parameters. */
const rendered = ({ operation, cursors }: Route, result: unknown, decoded: Decoded): Rendered =>
  render(operation, cursors ? cursors.bound(result, decoded) : result);

/** What a handler gets of a request: the `OperationRequest` of the contract. */
class HandlerRequest {
  readonly params: Decoded['path'];
  readonly query: Decoded['query'];
  readonly headers: Decoded['header'];
  readonly body: unknown;
  readonly caller: AnyCaller | undefined;
  readonly requestId: string;
  readonly #operation: Operation;
  readonly #state: RequestState;
  readonly #app: ServedApp;

  constructor(
    operation: Operation,
    state: RequestState,
    app: ServedApp,
    { path, query, header }: Decoded,
  ) {
    this.params = path;
    this.query = query;
    this.headers = header;
    this.body = state.body;
    this.caller = state.caller;
    this.requestId = state.requestId;
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
  get keepAnswer() {
    return (trx: Trx, result: unknown): Promise<void> => {
      const request = { app: this.#app, state: this.#state };
      return keepUploaded(trx, request, render(this.#operation, result));
    };
  }
}
