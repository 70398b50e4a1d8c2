import { OpenAPIBackend } from 'openapi-backend';
import type { Operation } from './operations.ts';
import type { RequestState } from './state.ts';
import { validate } from './validate.ts';

/**
 * openapi-backend with its router and validator replaced: its own scan all operations and compile schemas while a
 * request waits.
 */
export async function createBackend(operations: readonly Operation[]): Promise<OpenAPIBackend> {
  const api = new OpenAPIBackend({ definition: outline(operations), quick: true, strict: true });
  await api.init();
  replaceRouter(api, operations);
  replaceValidator(api);
  return api;
}

/** The request in openapi-backend's form. The server reads its parts itself, once. */
export const requestOf = (state: RequestState): BackendRequest => ({
  method: state.req.method,
  path: state.req.path,
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
  const securitySchemes = { session: {}, apiKey: {} };
  return {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths,
    components: { securitySchemes },
  } as never;
}

function replaceRouter(api: OpenAPIBackend, operations: readonly Operation[]): void {
  const known = new Map(
    operations.map((operation) => [
      operation.id,
      {
        operationId: operation.id,
        path: operation.path,
        method: operation.method,
        responses: {},
        security: schemesOf(operation),
      },
    ]),
  );
  const all = [...known.values()];
  const router = {
    getOperations: () => all,
    getOperation: (id: string) => known.get(id),
    parseRequest: (request: BackendRequest) => request,
    matchOperation: ({ state }: BackendRequest) => {
      if (state.operation) return known.get(state.operation.id);
      throw new Error(state.res.hasHeader('Allow') ? '405-methodNotAllowed' : '404-notFound');
    },
  };
  Object.assign(api.router, router);
}

const schemesOf = (operation: Operation): Record<string, string[]>[] => [
  ...(operation.apiKey ? [{ apiKey: [] }] : []),
  ...(operation.session ? [{ session: [] }] : []),
];

function replaceValidator(api: OpenAPIBackend): void {
  const validateRequest = ({ state }: BackendRequest): unknown => {
    if (!state.operation) throw new Error('A request is validated after it is routed.');
    const { decoded, faults } = validate(state.operation, state);
    return {
      valid: faults.length === 0,
      errors: faults.length === 0 ? null : faults,
      coerced: decoded,
    };
  };
  Object.assign(api.validator, { validateRequest, coerceTypes: false });
}
