import { readFileSync } from 'node:fs';
import type { Role, Scope } from '../caller.ts';

export type Schema = { readonly [key: string]: unknown };

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly deprecated?: boolean;
  /** Of a deprecated parameter: the one that means the same. */
  readonly 'x-successor'?: string;
}
interface Media {
  readonly schema?: Schema;
}
interface Response {
  readonly 'x-location'?: string;
  readonly content?: Record<string, Media>;
}
interface OperationObject {
  readonly operationId: string;
  readonly security: Record<string, string[]>[];
  readonly parameters?: (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, Media> };
  readonly responses: Record<string, Response | Reference>;
  readonly 'x-body-limit-bytes'?: number;
  readonly 'x-raw-body'?: boolean;
  readonly 'x-rate-limit'?: 'carrier';
  readonly 'x-scope'?: Scope;
  readonly 'x-for-deleted-organizations'?: boolean;
  readonly 'x-protects'?: true | 'changes';
  readonly 'x-call-authority'?: CallAuthority;
  readonly 'x-over-cells'?: boolean;
  readonly 'x-replica'?: boolean;
  readonly 'x-roles'?: readonly Role[];
  readonly 'x-audit'?: string;
  readonly 'x-deprecation'?: { readonly since: string; readonly sunset: string };
}
type Reference = { readonly $ref: string };

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: Record<string, Record<string, unknown>>;
}

/** What a connector, and the token of its call, need to act on a call in progress (openapi/README.md). */
export type CallAuthority = 'covered' | 'covered_by_key' | 'requested' | 'own_policy' | 'none';

export interface Protects {
  /** Whether it changes nothing but protections. */
  readonly whole: boolean;
  /** The members of its body that protect people, each by its path. */
  readonly members: readonly (readonly string[])[];
  /** Whether its body replaces an object, so that its handler compares the members with what they were. */
  readonly compares: boolean;
}

/** What the server needs to know about an operation of the contract. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly session: boolean;
  readonly apiKey: boolean;
  /** The scope that an API key needs; set for every operation that accepts keys. */
  readonly scope: Scope | undefined;
  /** Set for what may act on a call in progress. */
  readonly callAuthority: CallAuthority | undefined;
  /** What of it protects people, if anything does. */
  readonly protects: Protects | undefined;
  /** The roles of the users whose sessions are accepted; undefined if the operation is for super admins or for no sessions. */
  readonly roles: readonly Role[] | undefined;
  readonly superAdmin: boolean;
  /** Whether it leaves an audit event. */
  readonly isAudited: boolean;
  /** Whether owners of a deleted organization may call it. */
  readonly forDeleted: boolean;
  /** Whether it lists what is in all cells. */
  readonly overCells: boolean;
  /** Whether a replica may answer it: it shows what there is, and decides and writes nothing. */
  readonly onReplica: boolean;
  /** Path, query and header parameters, without the credentials, which authentication reads. */
  readonly parameters: readonly Parameter[];
  readonly body:
    | {
        readonly required: boolean;
        readonly types: readonly string[];
        readonly limit: number;
        /** Whether it is a form with a file, which is written to a temporary file. */
        readonly isForm: boolean;
        /** Whether the handler reads it as a stream, its JSON too: it takes other types besides. */
        readonly isStream: boolean;
      }
    | undefined;
  readonly bodySchema: Schema | undefined;
  /** Whether the handler reads the raw body itself, to verify its signature before it is parsed. */
  readonly rawBody: boolean;
  /** Whether carriers call it: their addresses have a rate limit of their own. */
  readonly fromCarrier: boolean;
  /** Body properties whose values are secrets. */
  readonly secrets: ReadonlySet<string>;
  readonly status: number;
  readonly contentType: string | undefined;
  /** The schema of the success, if it is JSON. */
  readonly answerSchema: Schema | undefined;
  /** The member of an event's data that is its name, if the success is an event stream. */
  readonly eventName: string | undefined;
  /** Whether it accepts an Idempotency-Key. */
  readonly idempotent: boolean;
  /** The template of the Location header: `{x}` stands for the response member x. */
  readonly location: string | undefined;
  /** Headers of each of its answers: since when it is deprecated, and until when it stays. */
  readonly deprecation: Readonly<Record<string, string>> | undefined;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);
const credentialHeaders = ['authorization', 'x-api-key'];
const form = 'multipart/form-data';
const defaultBodyLimit = 1_048_576;

/** Reads the operations of a bundled contract, in the contract's order. */
export function readOperations(document: OpenApiDocument): Operation[] {
  return operationObjects<OperationObject>(document).map((each) => readOperation(document, each));
}

/** The operations of a document as they stand there, each with its path and method. */
export const operationObjects = <T>({ paths }: Pick<OpenApiDocument, 'paths'>): Placed<T>[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, object]) => ({ path, method: method.toUpperCase(), object: object as T })),
  );

interface Placed<T> {
  readonly path: string;
  readonly method: string;
  readonly object: T;
}

/** An operation as it stands in the document. */
export const objectOf = <T>(
  { paths }: OpenApiDocument,
  { path, method }: Operation,
): Placed<T>['object'] => paths[path]?.[method.toLowerCase()] as T;

function readOperation(
  document: OpenApiDocument,
  { path, method, object }: Placed<OperationObject>,
): Operation {
  const [status, response] = successOf(document, object);
  const parameters = (object.parameters ?? [])
    .map((parameter) => resolve<Parameter>(document, parameter))
    .map((parameter) => ({ ...parameter, schema: resolve<Schema>(document, parameter.schema) }))
    .filter((parameter) => !credentialHeaders.includes(parameter.name.toLowerCase()));
  const types = Object.keys(object.requestBody?.content ?? {});
  const rawBody = object['x-raw-body'] === true;
  const isForm = types.includes(form);
  const isStream = !rawBody && !isForm && types.some((type) => type !== 'application/json');
  const bodySchema = isStream
    ? undefined
    : object.requestBody?.content[isForm ? form : 'application/json']?.schema;
  const answerTypes = Object.keys(response.content ?? {});
  return {
    id: object.operationId,
    method,
    path,
    session: object.security.some((requirement) => 'session' in requirement),
    apiKey: object.security.some((requirement) => 'apiKey' in requirement),
    scope: object['x-scope'],
    callAuthority: object['x-call-authority'],
    protects: protectsOf(document, object['x-protects'], bodySchema),
    roles: object['x-roles'],
    superAdmin: object.security.some((requirement) =>
      requirement['session']?.includes('super_admin'),
    ),
    isAudited: object['x-audit'] !== undefined,
    forDeleted: object['x-for-deleted-organizations'] === true,
    overCells: object['x-over-cells'] === true,
    onReplica: object['x-replica'] === true,
    parameters,
    body: object.requestBody && {
      required: object.requestBody.required === true,
      types,
      isForm,
      isStream,
      limit: object['x-body-limit-bytes'] ?? defaultBodyLimit,
    },
    bodySchema,
    rawBody,
    fromCarrier: object['x-rate-limit'] === 'carrier',
    secrets: bodySchema ? secretsOf(document, bodySchema) : new Set(),
    status,
    contentType: answerTypes[0],
    answerSchema: response.content?.['application/json']?.schema,
    eventName: nameOfEvents(document, response.content?.['text/event-stream']),
    idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    location: response['x-location'],
    deprecation: object['x-deprecation'] && deprecationHeaders(object['x-deprecation']),
  };
}

/** By RFC 9745 and RFC 8594. */
const deprecationHeaders = ({ since, sunset }: { since: string; sunset: string }) => ({
  Deprecation: `@${Date.parse(since) / 1000}`,
  Sunset: new Date(sunset).toUTCString(),
});

function successOf(
  document: OpenApiDocument,
  { operationId, responses }: OperationObject,
): [number, Response] {
  // A part of a file is sent for 206 instead of 200 by the rules of HTTP.
  const success = Object.entries(responses).find(
    ([status]) => status.startsWith('2') && status !== '206',
  );
  if (!success) throw new Error(`${operationId} has no success response.`);
  return [Number(success[0]), resolve<Response>(document, success[1])];
}

/** The kinds of a stream's events are told apart by their names. */
function nameOfEvents(document: OpenApiDocument, media: Media | undefined): string | undefined {
  const schema = media?.schema && resolve<Schema>(document, media.schema);
  return (schema?.['discriminator'] as { propertyName: string } | undefined)?.propertyName;
}

/** Resolves a local reference of a bundled document. */
export function resolve<T>(document: OpenApiDocument, value: T | Reference): T {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const [, , section = '', name = ''] = value.$ref.split('/');
  return resolve<T>(document, document.components[section]?.[name] as T | Reference);
}

/** The names of all `writeOnly` properties that a value of the schema may hold. */
function secretsOf(document: OpenApiDocument, start: Schema): Set<string> {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const schema = resolve<Schema>(document, value as Schema);
    if (schema !== value) return walk(schema);
    for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Schema)) {
      if (resolve<Schema>(document, property as Schema)['writeOnly'] === true) found.add(name);
    }
    for (const part of Object.values(schema)) walk(part);
  };
  walk(start);
  return found;
}

function protectsOf(
  document: OpenApiDocument,
  how: OperationObject['x-protects'],
  bodySchema: Schema | undefined,
): Protects | undefined {
  const members = bodySchema ? protectedIn(document, bodySchema, []) : [];
  if (how !== true && members.length === 0) return undefined;
  return { whole: how === true, members, compares: how === 'changes' };
}

/** The members of a schema that its `x-protects` name, and those below its other members, by their paths. */
function protectedIn(
  document: OpenApiDocument,
  schema: Schema,
  above: readonly string[],
): (readonly string[])[] {
  const { properties = {}, ...resolved } = resolve<Schema>(document, schema);
  const own = (resolved['x-protects'] ?? []) as readonly string[];
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => resolved[keyword] ?? []);
  const paths = [
    ...own.map((name) => [...above, name]),
    ...Object.entries(properties as Record<string, Schema>)
      .filter(([name]) => !own.includes(name))
      .flatMap(([name, property]) => protectedIn(document, property, [...above, name])),
    ...(parts as Schema[]).flatMap((part) => protectedIn(document, part, above)),
  ];
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()];
}

const contractFile = new URL('../../generated/contract.json', import.meta.url);

export interface Contract {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
}

let contract: Contract | undefined;

/** The bundled contract that `make generate` wrote, read once for all who need it. Nobody may change it. */
export const loadContract = (): Contract => (contract ??= readContract());

function readContract(): Contract {
  const document = JSON.parse(readFileSync(contractFile, 'utf8')) as OpenApiDocument;
  return { document, operations: readOperations(document) };
}
