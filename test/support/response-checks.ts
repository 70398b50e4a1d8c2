import type { RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import { createRouter } from '../../src/http/router.ts';

/** Responses that express-openapi-validator rejected, by request id. */
const violations = new Map<string, string>();

/** What is wrong with the response to a request; undefined if nothing is. */
export const violationOf = (requestId: string): string | undefined => violations.get(requestId);

const { document, operations } = loadContract();
const router = createRouter(operations);

/** The handlers of each operation, for all servers of this worker. */
const known = new Map<string, readonly RequestHandler[]>();

/** A second, independent reading of the contract checks every JSON response. */
export const checkResponses: RequestHandler = (req, res, next) => {
  // It answers undecodable paths itself.
  const match = /%(?![0-9a-f]{2})/i.test(req.path) ? undefined : router.match(req.method, req.path);
  if (match === undefined || !('operation' in match)) return next();
  const { operation } = match;
  const handlers = known.get(operation.id) ?? createHandlers(operation);
  known.set(operation.id, handlers);
  const step = (index: number): void => {
    const handler = handlers[index];
    if (handler)
      void handler(req, res, (error?: unknown) => (error ? next(error) : step(index + 1)));
    else next();
  };
  step(0);
};

/** It reads a whole document again for every response that it compiles, so each operation has one of its own. */
const createHandlers = (operation: Operation) =>
  OpenApiValidator.middleware({
    apiSpec: structuredClone(documentOf(operation)) as never,
    validateApiSpec: false,
    validateRequests: false,
    validateSecurity: false,
    ignoreUndocumented: true,
    fileUploader: false,
    validateResponses: {
      onError: (error, _body, req) => {
        violations.set(
          String(req.res?.getHeader('X-Request-Id')),
          `${error.message} ${JSON.stringify(error.errors)}`,
        );
      },
    },
  }) as unknown as RequestHandler[];

type Members = Readonly<Record<string, unknown>>;

/** The contract with this operation alone, and the components that it needs. */
function documentOf({ path, method }: Operation): Members {
  const {
    paths,
    components,
    webhooks: _,
    ...rest
  } = document as unknown as {
    readonly paths: Readonly<Record<string, Members>>;
    readonly components: Readonly<Record<string, Members>>;
    readonly webhooks?: unknown;
  };
  const item = { [method.toLowerCase()]: paths[path]?.[method.toLowerCase()] };
  const needed: Record<string, Record<string, unknown>> = {
    securitySchemes: { ...components['securitySchemes'] },
  };
  const need = (value: unknown): void => {
    if (typeof value === 'string') {
      const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value) ?? [];
      if (name === '' || needed[section]?.[name] !== undefined) return;
      const component = components[section]?.[name];
      (needed[section] ??= {})[name] = component;
      need(component);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(need);
  };
  need(item);
  return { ...rest, paths: { [path]: item }, components: needed };
}
