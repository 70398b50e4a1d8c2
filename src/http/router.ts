import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { Operation } from './operations.ts';
import type { RequestState } from './state.ts';

/** Answers a request. */
type Answer = (state: RequestState) => Promise<void>;

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
  await api.init();
  Object.assign(api.router, indexed(operations));
  for (const operation of operations) register(operation.id, answerOf(operation));
  register('notFound', other.notFound);
  register('methodNotAllowed', other.methodNotAllowed);
  return (state) => api.handleRequest(state as never, state);
}

/** openapi-backend knows by these messages why no operation matches. */
const unknownPath = new Error('404-notFound');
const otherMethod = new Error('405-methodNotAllowed');

/** Our router in the form of openapi-backend's, whose requests are our states. */
function indexed(operations: readonly Operation[]) {
  const router = createRouter(operations);
  const matched = new Map(operations.map((each) => [each, { operationId: each.id }]));
  const byId = new Map([...matched.values()].map((each) => [each.operationId, each]));
  return {
    /** Called for each handler: openapi-backend's own lists all operations again each time. */
    getOperation: (id: string) => byId.get(id),
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

interface Node {
  readonly fixed: Map<string, Node>;
  any: Node | undefined;
  readonly operations: Map<string, Operation>;
}

interface Match {
  readonly operation: Operation;
  /** Path parameters, percent-decoded. */
  readonly params: Record<string, string>;
}

interface Router {
  /** The operation; the allowed methods if only the path matches; undefined for an unknown path. */
  match(method: string, path: string): Match | readonly string[] | undefined;
}

const node = (): Node => ({ fixed: new Map(), any: undefined, operations: new Map() });

/** Indexes operations by path segment: a match costs the same however many operations there are. */
export function createRouter(operations: readonly Operation[]): Router {
  const root = node();
  for (const operation of operations) {
    let at = root;
    for (const segment of operation.path.slice(1).split('/')) at = child(at, segment);
    at.operations.set(operation.method, operation);
  }
  return {
    match(method, path) {
      const segments = segmentsOf(path);
      const found = segments && find(root, segments, 0);
      if (!found) return undefined;
      const operation = found.operations.get(method === 'HEAD' ? 'GET' : method);
      return operation ? { operation, params: paramsOf(operation, segments) } : allowed(found);
    },
  };
}

function child(at: Node, segment: string): Node {
  if (segment.startsWith('{')) return (at.any ??= node());
  const next = at.fixed.get(segment) ?? node();
  at.fixed.set(segment, next);
  return next;
}

function find(at: Node, segments: readonly string[], index: number): Node | undefined {
  const segment = segments[index];
  if (segment === undefined) return at.operations.size > 0 ? at : undefined;
  const fixed = at.fixed.get(segment);
  const found = fixed && find(fixed, segments, index + 1);
  if (found || segment === '' || !at.any) return found;
  return find(at.any, segments, index + 1);
}

function allowed(at: Node): readonly string[] {
  const methods = [...at.operations.keys()];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted();
}

/** Percent-decoded, as an encoded letter is the same letter. Undefined for an invalid encoding; such a path matches nothing. */
function segmentsOf(path: string): readonly string[] | undefined {
  const segments = path.slice(1).split('/');
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function paramsOf(operation: Operation, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, name] of namesOf(operation)) params[name] = segments[index] ?? '';
  return params;
}

const names = new WeakMap<Operation, readonly (readonly [number, string])[]>();

function namesOf(operation: Operation): readonly (readonly [number, string])[] {
  const known = names.get(operation);
  if (known) return known;
  const made = operation.path
    .slice(1)
    .split('/')
    .flatMap((segment, index) =>
      segment.startsWith('{') ? [[index, segment.slice(1, -1)] as const] : [],
    );
  names.set(operation, made);
  return made;
}
