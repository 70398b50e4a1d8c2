import { isDeepStrictEqual } from 'node:util';
import openapiTS, { astToString, type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { operationObjects, type OpenApiDocument, resolve } from '../../../src/http/operations.ts';
import { readAs } from './read-as.ts';

type Node = Record<string, unknown>;

interface Media {
  readonly schema?: Node;
  examples?: unknown;
}
type Content = Record<string, Media>;

interface Operation extends Node {
  readonly requestBody?: { content: Content };
  responses: Record<string, { content?: Content | undefined }>;
  readonly parameters?: Node[];
}

interface ObjectSchema {
  required: string[];
  properties: Record<string, unknown>;
  additionalProperties?: unknown;
}

interface Problem {
  readonly code: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** What the client must know of the operations at run time, as a module. */
export function operationsModule(document: OpenApiDocument): string {
  const keyed: string[] = [];
  const bodies: Record<string, string> = {};
  const answers: Record<string, string> = {};
  for (const { path, method, object } of operationObjects<Operation>(document)) {
    const name = `${method} ${path}`;
    const parameters = (object.parameters ?? []).map((each) => resolve<Node>(document, each));
    if (parameters.some((each) => each['name'] === 'Idempotency-Key')) keyed.push(name);
    const [body = 'application/json'] = Object.keys(object.requestBody?.content ?? {});
    if (body !== 'application/json') bodies[name] = body;
    const types = successesOf(document, object).flatMap(([, { content = {} }]) =>
      Object.keys(content),
    );
    const kinds = new Set(
      types.map((type) => (type === 'application/json' ? 'json' : readAs(path, type))),
    );
    if (kinds.size > 1)
      throw new Error(`${name} answers in two kinds of bodies: ${types.join(', ')}.`);
    const [kind = 'json'] = kinds;
    if (kind !== 'json') answers[name] = kind;
  }
  return [
    `export const keyed: ReadonlySet<string> = new Set(${JSON.stringify(keyed, null, 1)});`,
    `export const bodies: Readonly<Record<string, string>> = ${JSON.stringify(bodies, null, 1)};`,
    `export const answers: Readonly<Record<string, 'text' | 'blob' | 'stream'>> = ${JSON.stringify(answers, null, 1)};`,
    '',
  ].join('\n');
}

/** The types of the contract, as a module. */
export async function contractModule(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(typedPart(document) as unknown as OpenAPI3, {
    transform: typeOf,
    // A request may leave out what has a default.
    defaultNonNullable: false,
    silent: true,
  });
  return [
    '/** The content of a file. */',
    'export type Upload = string | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;',
    '/**',
    ' * The type of the name of a kind that was added after this version. The name itself has no such beginning: it only makes',
    ' * the type differ from those of the known names, so that a comparison with one of them narrows.',
    ' */',
    'export type UnknownKind = `added later: ${string}`;',
    '/** The members that a problem code adds, as the examples of the contract show them. */',
    `export interface ProblemMembers ${problemMembers(document)}`,
    astToString(nodes),
  ].join('\n');
}

/** The document without what no type of the client is made of, and with a mark for each kind of bytes. */
function typedPart(given: OpenApiDocument): OpenApiDocument {
  const document = structuredClone(given);
  for (const { path, object } of operationObjects<Operation>(document)) {
    // Refusals are thrown, and headers are read from the answer.
    const successes = successesOf(document, object);
    object.responses = Object.fromEntries(
      successes.map(([status, { content }]) => [status, { description: '', content }]),
    );
    for (const [, { content = {} }] of successes)
      for (const [type, media] of Object.entries(content)) mark(media, readAs(path, type));
    for (const media of Object.values(object.requestBody?.content ?? {})) mark(media, 'upload');
    delete object['callbacks'];
  }
  const { schemas = {}, parameters = {} } = document.components as Record<
    string,
    Record<string, Node>
  >;
  for (const union of Object.values(schemas)) describeUnknownKind(union, schemas);
  // They stand at every operation that takes them.
  for (const parameter of Object.values(parameters))
    if (parameter['in'] === 'header')
      parameter['description'] = String(parameter['description']).split(/(?<=\.)\s/)[0];
  return { ...document, components: { schemas, parameters } };
}

function mark(media: Media, type: string): void {
  delete media.examples;
  if (media.schema?.['format'] === 'binary') media.schema['x-client-type'] = type;
}

/**
 * A kind that was added later has the members that all known kinds of the union have, and a name that differs from theirs.
 * Other members are to be read after the union was narrowed.
 */
export function describeUnknownKind({ anyOf }: Node, schemas: Record<string, Node>): void {
  const names = ((anyOf ?? []) as { $ref?: string }[]).map(({ $ref = '' }) =>
    $ref.split('/').at(-1),
  );
  const kinds = names.flatMap((name) => schemas[name ?? ''] ?? []) as ObjectSchema[];
  const unknown = names.findIndex((name) => name?.startsWith('Unknown'));
  const known = kinds.filter((_, at) => at !== unknown && !names[at]?.endsWith('StoppingEvent'));
  const [given, [first, ...others]] = [kinds[unknown], known];
  if (unknown === -1 || !given || !first) return;
  const [discriminator = ''] = given.required;
  const shared = first.required.filter(
    (member) =>
      member === discriminator ||
      others.every(
        ({ required, properties }) =>
          required.includes(member) &&
          isDeepStrictEqual(properties[member], first.properties[member]),
      ),
  );
  given.required = shared;
  given.properties = {
    ...Object.fromEntries(shared.map((member) => [member, first.properties[member]])),
    [discriminator]: { type: 'string', 'x-client-type': 'unknown-kind' },
  };
  delete given.additionalProperties;
}

const successesOf = (document: OpenApiDocument, { responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => [status, resolve(document, response)] as const);

const { factory } = ts;
const named = (name: string): ts.TypeNode => factory.createTypeReferenceNode(name);
const special: Readonly<Record<string, () => ts.TypeNode>> = {
  blob: () => named('Blob'),
  upload: () => named('Upload'),
  stream: () => factory.createTypeReferenceNode('ReadableStream', [named('Uint8Array')]),
  'unknown-kind': () => named('UnknownKind'),
};

/** A type for what openapi-typescript calls a string: bytes, and texts whose values are known and can become more. */
function typeOf(schema: SchemaObject): ts.TypeNode | undefined {
  const { format, type, 'x-client-type': marked, 'x-extensible-enum': known } = schema as Node;
  const name = marked ?? (format === 'binary' ? 'blob' : undefined);
  if (typeof name === 'string' && special[name]) return special[name]();
  if (!Array.isArray(known)) return undefined;
  const text = factory.createIntersectionTypeNode([
    named('string'),
    factory.createTypeLiteralNode([]),
  ]);
  const values = known.map((value) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(String(value))),
  );
  const isNullable = Array.isArray(type) && type.includes('null');
  const none = isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...values, factory.createParenthesizedType(text), ...none]);
}

/** For each code the members that its examples have beside those of every problem. All can be missing. */
function problemMembers(document: OpenApiDocument): string {
  const { Problem: problem, ProblemCode: codes } = document.components['schemas'] as Record<
    string,
    Node
  >;
  const common = new Set(Object.keys(problem?.['properties'] as Node));
  const types = new Map<string, Map<string, Set<string>>>(
    ((codes?.['x-extensible-enum'] ?? []) as string[]).map((code) => [code, new Map()]),
  );
  const look = (value: unknown): void => {
    if (!isNode(value)) return;
    if (isProblem(value))
      for (const [member, each] of Object.entries(value)) {
        if (common.has(member)) continue;
        const members = types.get(value.code);
        if (!members) throw new Error(`An example has the unknown code ${value.code}.`);
        members.set(member, (members.get(member) ?? new Set()).add(memberType(each)));
      }
    Object.values(value).forEach(look);
  };
  look(document);
  const lines = [...types].map(([code, members]) => {
    const all = [...members].map(([name, each]) => `readonly ${name}?: ${unionOf(each)};`);
    return `  ${code}: { ${all.join(' ')} };`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

const isProblem = (value: Node): value is Problem =>
  typeof value['code'] === 'string' && 'request_id' in value && 'instance' in value;

const unionOf = (types: ReadonlySet<string>): string =>
  types.has('unknown') ? 'unknown' : [...types, 'null'].join(' | ');

function memberType(value: unknown): string {
  if (Array.isArray(value)) {
    const types = new Set(value.map(memberType));
    return types.size === 1 ? `readonly ${[...types][0]}[]` : 'readonly unknown[]';
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? typeof value : 'unknown';
}
