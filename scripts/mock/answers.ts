import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { foreign } from '../../src/db/page.ts';
import type { InvalidRequest } from '../../src/errors.ts';
import { render } from '../../src/http/answer.ts';
import { fitting } from '../../test/support/arbitrary.ts';
import { binaryBody } from './bodies.ts';
import { streamText } from './stream-text.ts';
import { etag, type Incoming } from './checks.ts';
import { type Declared, declaredFor, exampleOf } from './contract.ts';
import { pageOf } from './pages.ts';
import type { Preferences } from './preferences.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const isJson = (type: string): boolean => /[/+]json$/.test(type);
const isStream = (type: string): boolean => type === 'text/event-stream';

/** The declared response of another status than success, its problem about this request. */
export function problemAnswer(
  request: Incoming,
  { status, code, members }: { status: number; code?: string; members?: object },
): Answer | undefined {
  const declared = declaredFor(request.operation, status);
  if (!declared) return undefined;
  const [media] = declared.content;
  if (!media) return answer(declared, '', '');
  const example = code === undefined ? [...media.examples.values()][0] : media.examples.get(code);
  if (example === undefined) return undefined;
  const isProblem = media.type === 'application/problem+json';
  const body = isProblem
    ? { ...(example as object), ...members, instance: request.path, request_id: request.requestId }
    : example;
  return answer(declared, media.type, JSON.stringify(body));
}

/** The answer to a request that the contract allows, or to one that prefers a declared response. */
export async function successAnswer(
  request: Incoming,
  preferences: Preferences,
): Promise<Answer | undefined> {
  const { operation, headers } = request;
  const declared = declaredFor(operation, Number(preferences.code ?? operation.status));
  if (!declared) return undefined;
  const isCurrent = operation.method === 'GET' && headers['if-none-match'] === etag;
  if (isCurrent && 'ETag' in declared.headers) return problemAnswer(request, { status: 304 });
  const media = mediaFor(declared, request);
  if (!media) return answer(declared, '', '');
  const { type, examples } = media;
  if (isStream(type)) return answer(declared, type, streamText(examples, preferences.example));
  if (examples.size === 0) return answer(declared, type, await binaryBody(type));
  const name = preferences.example ?? [...examples.keys()][0]!;
  if (!examples.has(name)) return undefined;
  const example = examples.get(name);
  if (!isJson(type)) return answer(declared, type, String(example));
  const body =
    preferences.dynamic === 'true'
      ? invented(media.schema, preferences.seed)
      : ownOf(request, pageIn(request, example));
  if (body === undefined) return foreignCursor(request);
  const { headers: located } = render(operation, body);
  return answer(declared, type, JSON.stringify(body), located);
}

/** The declared type that the request accepts or names in `format`, else the first. */
function mediaFor({ content }: Declared, { query, headers }: Incoming) {
  const accepted = (headers['accept'] ?? '').split(/[,;]/).map((type) => type.trim());
  const format = query.get('format');
  return (
    content.find(({ type }) => format !== null && type.endsWith(`/${format}`)) ??
    content.find(({ type }) => accepted.includes(type)) ??
    content[0]
  );
}

function answer(
  { status, headers }: Declared,
  type: string,
  body: string | Buffer,
  more: Record<string, string> = {},
): Answer {
  const { 'Idempotent-Replayed': _, ...shown } = headers;
  return {
    status,
    headers: {
      ...shown,
      ...('ETag' in headers && { ETag: etag }),
      ...more,
      ...(type && { 'Content-Type': type }),
    },
    body,
  };
}

/** A value of the schema; the same seed gives the same value. */
function invented(schema: Record<string, unknown>, seed: string | undefined): unknown {
  const text = seed ?? randomUUID();
  const number = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);
  return fc.sample(fitting(schema), { seed: number, numRuns: 1 })[0];
}

function foreignCursor(request: Incoming): Answer | undefined {
  const { faults } = foreign(request.query.get('cursor') ?? '') as InvalidRequest;
  return faultsAnswer(request, faults);
}

/** The declared 422 with these faults. */
export function faultsAnswer(request: Incoming, faults: readonly unknown[]): Answer | undefined {
  const shown = problemAnswer(request, { status: 422 });
  return shown && { ...shown, body: JSON.stringify({ detail: faults }) };
}

interface List {
  readonly items: Record<string, unknown>[];
}

/** The page of a list that the request is for, undefined if its cursor is unknown; other bodies unchanged. */
function pageIn({ operation, query }: Incoming, body: unknown): unknown {
  if (!operation.parameters.some(({ name }) => name === 'cursor')) return body;
  const limit = Number(query.get('limit') ?? 50);
  const page = pageOf(operation.id, (body as List).items, { cursor: query.get('cursor'), limit });
  return page && { ...(body as List), ...page };
}

/** The body with the ids of the request's path in place of those of the example. */
function ownOf({ operation, params }: Incoming, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const path = operation.parameters.filter((parameter) => parameter.in === 'path');
  const last = path.at(-1);
  const own = path.flatMap((parameter) => {
    const { name } = parameter;
    const example = exampleOf(parameter);
    const value = typeof example === 'number' ? Number(params[name]) : params[name];
    const members = operation.path.endsWith('}') && parameter === last ? [name, 'id'] : [name];
    return members
      .filter((member) => (body as Record<string, unknown>)[member] === example)
      .map((member) => [member, value] as const);
  });
  return { ...body, ...Object.fromEntries(own) };
}
