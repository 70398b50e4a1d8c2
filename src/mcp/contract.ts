import { readFileSync } from 'node:fs';
import {
  loadContract,
  objectOf,
  type Operation,
  resolve,
  type Schema,
} from '../http/operations.ts';

const { document, operations } = loadContract();

export interface Described extends Operation {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
}

interface OperationObject {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly 'x-problem-codes'?: readonly string[];
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

/** The operations that one could call with JSON and a credential of an organization. */
export const described: readonly Described[] = operations
  .filter(({ session, apiKey, superAdmin }) => (session || apiKey) && !superAdmin)
  .map((operation) => {
    const {
      tags: [tag = ''] = [],
      summary = '',
      description = '',
    } = objectOf<OperationObject>(document, operation);
    return { ...operation, tag, summary, description };
  });

export const tags: readonly string[] = [...new Set(described.map(({ tag }) => tag))];

const byId = new Map(described.map((operation) => [operation.id, operation]));
export const operationOf = (id: string): Described | undefined => byId.get(id);

/** Why a tool cannot call the operation; undefined if it can. */
export function obstacleTo({ apiKey, body, contentType }: Described): string | undefined {
  if (!apiKey) return 'Only a user can do this, logged in. No API key can.';
  if (body && !body.types.includes('application/json'))
    return `It takes ${body.types.join(' or ')}, which a tool cannot send. Send it over HTTP.`;
  if (contentType !== undefined && !/json/.test(contentType))
    return `It answers ${contentType}, which a tool cannot show. Read it over HTTP.`;
  return undefined;
}

/** The problem codes of each status, and the schema of the success. */
export function answersOf(operation: Described) {
  const { responses } = objectOf<OperationObject>(document, operation);
  const all = Object.entries(responses).map(
    ([status, response]) => [status, resolve<Response>(document, response)] as const,
  );
  const success = all.find(([status]) => status === String(operation.status))?.[1];
  return {
    problems: Object.fromEntries(
      all.flatMap(([status, { 'x-problem-codes': codes }]) => (codes ? [[status, codes]] : [])),
    ),
    schema: Object.values(success?.content ?? {})[0]?.schema,
  };
}

type Parts = Record<string, unknown>;

/** Members of schemas that mean nothing outside OpenAPI. */
const isForeign = (name: string): boolean =>
  name.startsWith('x-') || ['discriminator', 'writeOnly', 'readOnly', 'example'].includes(name);

/** The schemas with their references to `$defs`, and the definitions that they refer to. */
export function standalone<T>(schemas: T): { readonly schemas: T; readonly $defs: Parts } {
  const $defs: Parts = {};
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !isForeign(name))
        .map(([name, part]) => {
          if (name !== '$ref' || typeof part !== 'string') return [name, walk(part)];
          return [name, `#/$defs/${define(part.split('/').at(-1) ?? '')}`];
        }),
    );
  };
  const define = (name: string): string => {
    if (name in $defs) return name;
    $defs[name] = {};
    $defs[name] = walk(document.components['schemas']?.[name]);
    return name;
  };
  return { schemas: walk(schemas) as T, $defs };
}

/** The members of a JSON object, or undefined if the body is not simply an object with members. */
export function membersOf(
  schema: Schema | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const { properties, oneOf } = resolve<Schema>(document, schema ?? {});
  return oneOf === undefined ? (properties as Record<string, unknown> | undefined) : undefined;
}

export const requiredOf = (schema: Schema): readonly string[] =>
  (resolve<Schema>(document, schema)['required'] ?? []) as string[];

interface ProblemText {
  readonly title: string;
  readonly happened: string;
  readonly action: string;
}

const problemTexts = JSON.parse(
  readFileSync(new URL('../../generated/problems.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, ProblemText | undefined>>;

/** What a client can do about a problem. */
export const actionFor = (code: string): string | undefined => problemTexts[code]?.action;
