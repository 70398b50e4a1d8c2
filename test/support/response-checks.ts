import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { loadContract, type Operation } from '../../src/http/operations.ts';
import { createRouter } from '../../src/http/router.ts';
import type { RequestState } from '../../src/http/state.ts';

/** Responses that express-openapi-validator rejected, by request id. */
const violations = new Map<string, string>();

/** What is wrong with the response to a request; undefined if nothing is. */
export const violationOf = (requestId: string): string | undefined => violations.get(requestId);

const { document, operations } = loadContract();
const router = createRouter(operations);

/** The application that they look at. */
const app = express();
/** The handlers of each operation, for all servers of this worker. */
const known = new Map<string, readonly RequestHandler[]>();

type Exchange = Pick<RequestState, 'req' | 'res' | 'path' | 'requestId'>;

/** A second, independent reading of the contract checks every JSON response. */
export function checkResponses({ req, res, path, requestId }: Exchange, next: () => void): void {
  // It answers undecodable paths itself.
  const match = /%(?![0-9a-f]{2})/i.test(path) ? undefined : router.match(req.method ?? '', path);
  if (match === undefined || !('operation' in match)) return next();
  const { operation } = match;
  const handlers = known.get(operation.id) ?? createHandlers(operation);
  known.set(operation.id, handlers);
  const { asked, answer } = inExpressTerms(req, path, requestId);
  onJson(res, (status, type, body) => {
    Object.assign(answer, { statusCode: status, getHeaders: () => ({ 'content-type': type }) });
    answer.json(body);
  });
  const step = (index: number): void => {
    const handler = handlers[index];
    if (!handler) return next();
    void handler(asked, answer, (error?: unknown) => {
      if (error) violations.set(requestId, error instanceof Error ? error.message : 'It failed.');
      step(index + 1);
    });
  };
  step(0);
}

/** A request and its response as the handlers know them, apart from those that the server uses. */
function inExpressTerms(req: IncomingMessage, path: string, requestId: string) {
  const { method, headers, url: originalUrl } = req;
  const response = { getHeader: () => requestId, headersSent: false, json: () => response };
  const answer = response as unknown as Response;
  const asked = { app, method, headers, originalUrl, url: originalUrl, path, baseUrl: '' };
  return { asked: { ...asked, params: {}, query: {}, res: answer } as unknown as Request, answer };
}

/** Calls back with a JSON body just before it is sent. */
function onJson(
  res: ServerResponse,
  seen: (status: number, type: string, body: unknown) => void,
): void {
  const { writeHead, end } = res as unknown as Record<string, (...parts: unknown[]) => never>;
  let [status, type] = [200, ''];
  Object.assign(res, {
    writeHead: (code: number, headers: readonly string[]) => {
      const at = headers.indexOf('Content-Type');
      [status, type] = [code, at === -1 ? '' : (headers[at + 1] ?? '')];
      return writeHead?.call(res, code, headers);
    },
    end: (...parts: unknown[]) => {
      if (typeof parts[0] === 'string' && type.includes('json'))
        seen(status, type, JSON.parse(parts[0]));
      return end?.apply(res, parts);
    },
  });
}

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
