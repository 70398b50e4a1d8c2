import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { Operation } from './operations.ts';
import { createRouter } from './router.ts';
import type { RequestState } from './state.ts';

/** Answers a request. */
export type Answer = (state: RequestState) => Promise<void>;

interface Answers {
  readonly operations: readonly Operation[];
  readonly answerOf: (operation: Operation) => Answer;
  /** A path that no operation has. */
  readonly notFound: Answer;
  /** A path whose operations have other methods. */
  readonly methodNotAllowed: Answer;
}

/**
 * openapi-backend, which dispatches every request. Its router is replaced, which scans all operations; its validator,
 * which compiles schemas while a request waits, is off.
 */
export async function createBackend({ operations, answerOf, ...other }: Answers): Promise<Answer> {
  const api = new OpenAPIBackend({
    definition: outline(operations),
    quick: true,
    strict: true,
    validate: false,
  });
  const register = (name: string, answer: Answer): void =>
    api.register(name, (_: Context, state: RequestState) => answer(state));
  for (const operation of operations) register(operation.id, answerOf(operation));
  register('notFound', other.notFound);
  register('methodNotAllowed', other.methodNotAllowed);
  await api.init();
  Object.assign(api.router, indexed(operations));
  return (state) => api.handleRequest(state as never, state);
}

/** openapi-backend knows by these messages why no operation matches. */
const unknownPath = new Error('404-notFound');
const otherMethod = new Error('405-methodNotAllowed');

/** Our router in the form of openapi-backend's, whose requests are our states. */
function indexed(operations: readonly Operation[]) {
  const router = createRouter(operations);
  const matched = new Map(operations.map((each) => [each, { operationId: each.id }]));
  return {
    parseRequest: (state: RequestState) => state,
    matchOperation(state: RequestState) {
      const match = router.match(state.req.method ?? '', state.path);
      if (match === undefined) throw unknownPath;
      if (!('operation' in match)) {
        state.allowed = match;
        throw otherMethod;
      }
      state.operation = match.operation;
      state.params = match.params;
      return matched.get(match.operation);
    },
  };
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
