import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { Operation } from './operations.ts';
import type { RequestState } from './state.ts';

/** Answers a request to an operation. */
export type Answer = (state: RequestState) => Promise<void>;

interface Backend {
  /** What answers an operation. */
  answerOf(operation: Operation): Answer;
  /** Dispatches a request that no operation serves. */
  refuse: Answer;
}

/**
 * openapi-backend, which knows what answers each operation, and refuses requests that no operation serves. Its router
 * is replaced, which scans all operations; its validator, which compiles schemas while a request waits, is off.
 */
export async function createBackend(
  operations: readonly Operation[],
  answerOf: (operation: Operation) => Answer,
  refuse: (state: RequestState) => never,
): Promise<Backend> {
  const api = new OpenAPIBackend({
    definition: outline(operations),
    quick: true,
    strict: true,
    validate: false,
  });
  for (const operation of operations) {
    const answer = answerOf(operation);
    api.register(operation.id, (_: Context, state: RequestState) => answer(state));
  }
  const refusal = (_: Context, state: RequestState): never => refuse(state);
  api.register({ notFound: refusal, methodNotAllowed: refusal });
  await api.init();
  replaceRouter(api);
  return {
    answerOf: ({ id }) => {
      const answer = api.handlers[id] as unknown as (
        _: undefined,
        state: RequestState,
      ) => Promise<void>;
      return (state) => answer(undefined, state);
    },
    refuse: async (state) => void (await api.handleRequest(requestOf(state), state)),
  };
}

/** The request in openapi-backend's form. The server reads its parts itself, once. */
const requestOf = (state: RequestState): BackendRequest => ({
  method: state.req.method ?? '',
  path: state.path,
  headers: {},
  state,
});

interface BackendRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  state: RequestState;
}

/**
 * Only the parts of the document that openapi-backend needs: it would dereference the whole document at every start.
 */
function outline(operations: readonly Operation[]): never {
  const paths: Record<string, Record<string, object>> = {};
  for (const { id, path, method } of operations) {
    (paths[path] ??= {})[method.toLowerCase()] = { operationId: id, responses: {} };
  }
  return {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths,
  } as never;
}

function replaceRouter(api: OpenAPIBackend): void {
  const router = {
    parseRequest: (request: BackendRequest) => request,
    matchOperation: ({ state }: BackendRequest) => {
      throw new Error(state.allowed ? '405-methodNotAllowed' : '404-notFound');
    },
  };
  Object.assign(api.router, router);
}
