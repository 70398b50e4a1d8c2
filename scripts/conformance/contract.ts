import { readFileSync } from 'node:fs';

export type Node = Record<string, unknown>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Node;
  readonly example?: unknown;
}
export interface Media {
  readonly schema?: Node;
  readonly example?: unknown;
  readonly examples?: Record<string, Node>;
}
export interface Response {
  readonly headers?: Record<string, Node>;
  readonly content?: Record<string, Media>;
  readonly links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
  readonly 'x-location'?: string;
  readonly 'x-problem-codes'?: readonly string[];
}
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly session: boolean;
  readonly superAdmin: boolean;
  /** The roles whose sessions are accepted; undefined if that depends on no role. */
  readonly roles: readonly string[] | undefined;
  readonly secured: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Record<string, Media> | undefined;
  readonly bodyLimit: number;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Record<string, Record<string, Node>>;
  readonly components: Record<string, Record<string, unknown>>;
}

const file = new URL('../../generated/openapi.json', import.meta.url);
export const document = JSON.parse(readFileSync(file, 'utf8')) as Document;

/** Follows the references of a value of the document. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it reads.
export function resolve<T>(value: unknown): T {
  const reference = (value as { $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return value as T;
  const [, , section = '', name = ''] = reference.split('/');
  return resolve<T>(document.components[section]?.[name]);
}

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item)
      .filter(([, object]) => 'operationId' in object)
      .map(([method, object]) => operationOf(path, method, object)),
);

function operationOf(path: string, method: string, object: Node): Operation {
  const security = (object['security'] ?? []) as Record<string, string[]>[];
  const body = resolve<{ content?: Record<string, Media> } | undefined>(object['requestBody']);
  return {
    id: String(object['operationId']),
    method: method.toUpperCase(),
    path,
    session: security.some((each) => 'session' in each),
    superAdmin: security.some((each) => each['session']?.includes('super_admin')),
    roles: object['x-roles'] as readonly string[] | undefined,
    secured: security.length > 0,
    parameters: ((object['parameters'] ?? []) as unknown[])
      .map((each) => resolve<Parameter>(each))
      .filter(({ name }) => !['authorization', 'x-api-key'].includes(name.toLowerCase())),
    body: body?.content,
    bodyLimit: Number(object['x-body-limit-bytes'] ?? 1_048_576),
    responses: Object.fromEntries(
      Object.entries(object['responses'] as Node).map(([status, response]) => [
        status,
        resolve<Response>(response),
      ]),
    ),
  };
}

const byId = new Map(operations.map((operation) => [operation.id, operation]));

export function operationNamed(id: string): Operation {
  const found = byId.get(id);
  if (!found) throw new Error(`The contract has no operation ${id}.`);
  return found;
}

/** The first example of a media type or parameter; undefined if it has none. */
export function exampleOf({ example, examples, schema }: Media): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  if (first) return resolve<{ value: unknown }>(first).value;
  return resolve<{ examples?: unknown[] }>(schema ?? {}).examples?.[0];
}

/** The success. */
export const successOf = ({ responses }: Operation): [number, Response] => {
  const [status, response] = Object.entries(responses).find(
    ([key]) => key.startsWith('2') && key !== '206',
  ) ?? ['0', {}];
  return [Number(status), response];
};
