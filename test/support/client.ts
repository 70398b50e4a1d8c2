import { expect } from 'vitest';
import { type Operation, loadContract, objectOf, resolve } from '../../src/http/operations.ts';
import { createRouter } from '../../src/http/router.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape.
type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON body; undefined for other types. */
  readonly body: Json;
}

export interface Credentials {
  readonly token?: string;
  readonly key?: string;
}

export interface Options extends Credentials {
  readonly body?: unknown;
  /** Sent unchanged, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

export type Send = (method: string, path: string, options?: Options) => Promise<Answer>;

interface Checks {
  /** What a second, independent reading of the contract says against the response. */
  readonly violationOf: (operation: Operation, answer: Answer) => string | undefined;
  readonly reached: (operation: string, status: number, code?: string) => void;
}

const { operations, document } = loadContract();
const router = createRouter(operations);

/** How much of a stream without an end is read: what it sends at once. */
const streamMs = 200;

/**
 * A client that throws if the contract does not declare the response for the operation. Of `streamEvents`, which has no end,
 * it reads the beginning.
 */
export function createClient(url: string, checks: Checks): Send {
  return async (method, path, options = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: headersOf(options),
      ...(options.raw !== undefined
        ? { body: options.raw }
        : options.body !== undefined
          ? { body: JSON.stringify(options.body) }
          : {}),
    });
    const isEndless = response.status === 200 && /^\/api\/v1\/events\/stream\b/.test(path);
    const text = await (isEndless ? beginningOf(response) : response.text());
    const json = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== '';
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: json ? JSON.parse(text) : undefined,
    };
    const match = router.match(method, new URL(url + path).pathname);
    if (match && 'operation' in match) {
      refuseDeprecated(match.operation);
      checkAnswer(match.operation, method, answer, checks);
    }
    return answer;
  };
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  setTimeout(() => void reader.cancel(), streamMs);
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    text += decoder.decode(part.value, { stream: true });
  return text;
}

/** Tests call what stays; the sweeps over all operations of the contract, and a test that is about it, call the rest. */
function refuseDeprecated({ id, deprecation }: Operation): void {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const isSweep =
    testPath.includes('/test/contract/') || / (any|every) operation/.test(currentTestName);
  if (!deprecation || isSweep || currentTestName.includes(id)) return;
  throw new Error(`${id} is deprecated. Call what its x-deprecation names.`);
}

function headersOf({ token, key, body, headers }: Options): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { 'x-api-key': key }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}

interface DeclaredResponse {
  readonly content?: Record<string, unknown>;
  readonly headers?: Record<string, unknown>;
  readonly 'x-problem-codes'?: readonly string[];
}

/** Throws unless the contract declares the response's status, type, headers and problem code for the operation. */
export function checkAnswer(
  operation: Operation,
  method: string,
  answer: Answer,
  checks: Checks,
): void {
  const requestId = answer.headers.get('x-request-id');
  const complain = (what: string): never => {
    throw new Error(
      `${operation.id} answered ${answer.status}: ${what}\n${answer.text.slice(0, 2000)}`,
    );
  };
  if (!requestId) complain('there is no X-Request-Id.');
  if (answer.headers.get('cache-control') !== 'no-store') complain('a cache may keep it.');
  const declared =
    declaredResponse(operation, answer.status) ?? complain('the status is not declared.');
  const types = Object.keys(declared.content ?? {});
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (types.length > 0 ? !types.includes(type) : answer.text !== '')
    complain(`the type ${type} is not declared.`);
  for (const name of [
    'Location',
    'ETag',
    'Retry-After',
    'WWW-Authenticate',
    'RateLimit',
    'RateLimit-Policy',
  ]) {
    const sends = answer.headers.has(name);
    const declares = name in (declared.headers ?? {});
    // A server that is stopping answers before it counts the request.
    if (answer.status === 503 && name.startsWith('RateLimit')) continue;
    if (sends !== declares)
      complain(
        `the header ${name} is ${sends ? 'sent and not declared' : 'declared and not sent'}.`,
      );
  }
  for (const name of ['Deprecation', 'Sunset'])
    if (answer.headers.has(name) !== (operation.deprecation !== undefined))
      complain(`the header ${name} is for what is deprecated, and for all of it.`);
  // The response to HEAD has none.
  const codes = method === 'HEAD' ? undefined : declared['x-problem-codes'];
  const code = codes && String(answer.body.code);
  if (code !== undefined && !codes?.includes(code)) complain(`the code ${code} is not declared.`);
  if (code !== undefined) checkParam(operation, answer.body, complain);
  const violation = answer.body === undefined ? undefined : checks.violationOf(operation, answer);
  if (violation !== undefined) complain(violation);
  checks.reached(operation.id, answer.status, code);
}

/** Checks that a problem's `param` is a parameter or member of the operation; for 404 it is required. */
function checkParam(
  operation: Operation,
  { code, param, detail }: Readonly<Record<string, unknown>>,
  complain: (what: string) => never,
): void {
  const names = namesOf(operation);
  if (param !== null && !names.some((name) => name === param))
    complain(`the operation has no parameter or member ${JSON.stringify(param)}.`);
  // Without a simulation its paths do not exist.
  const isNamed = param !== null || names.length === 0 || detail === 'Path not found.';
  if (code === 'not_found' && !isNamed) complain('param does not name what was not found.');
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly oneOf?: readonly object[];
}

function namesOf({ parameters, bodySchema }: Operation): string[] {
  /** The members of a body, and those of its members. */
  const membersOf = (value: object, depth: number): string[] => {
    const { properties = {}, oneOf = [] } = resolve<ObjectSchema>(document, value);
    const parts = depth > 1 ? Object.values(properties) : [];
    return [
      ...Object.keys(properties),
      ...parts.flatMap((part) => membersOf(part, depth - 1)),
      ...oneOf.flatMap((branch) => membersOf(branch, depth)),
    ];
  };
  return [
    ...parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name),
    ...(bodySchema ? membersOf(bodySchema, 2) : []),
  ];
}

function declaredResponse(operation: Operation, status: number): DeclaredResponse | undefined {
  const { responses } = objectOf<{ responses: Record<string, DeclaredResponse> }>(
    document,
    operation,
  );
  const response = responses[status];
  return response && resolve<DeclaredResponse>(document, response);
}
