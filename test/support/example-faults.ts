import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type OpenApiDocument, resolve } from '../../src/http/operations.ts';
import { isNode, type Node } from './node.ts';

export interface FoundExample {
  /** A JSON pointer. */
  readonly place: string;
  readonly value: unknown;
  readonly schema: unknown;
  /** The name of its parameter or property; empty for bodies. */
  readonly member: string;
}

/** The keys of these maps are names of the contract, not keywords. */
const maps = [
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'schemas',
  'parameters',
  'headers',
  'responses',
];
/** Everything below these is data. */
const data = ['example', 'examples', 'default', 'const', 'enum', 'mapping'];

/** Every example in a bundled contract: of bodies, parameters, headers and schemas. */
export function examplesIn(document: OpenApiDocument): FoundExample[] {
  const { paths, components, webhooks } = document as OpenApiDocument & { webhooks?: Node };
  // Shared examples have no schema of their own: they are checked at each reference.
  const { examples: _, ...described } = components;
  return [
    ...walk(paths, '/paths', true),
    ...walk(described, '/components', false),
    ...walk(webhooks ?? {}, '/webhooks', true),
  ].map((found) => ({ ...found, value: shownBy(document, found.value) }));
}

/** The examples that do not match their schemas, one sentence each. */
export function exampleFaults(document: OpenApiDocument): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat('int32', { type: 'number', validate: (value: number) => (value | 0) === value });
  ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
  ajv.addSchema({ $id: 'contract', components: document.components });
  // Hundreds of examples are of the same few schemas, and compiling takes nearly all of the time.
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (schema: unknown): ValidateFunction => {
    const text = rebased(schema);
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
    return validate;
  };
  return examplesIn(document).flatMap(({ place, value, schema }) => {
    const validate = validatorOf(schema);
    return validate(value)
      ? []
      : [`${place}: ${ajv.errorsText(validate.errors, { dataVar: 'it' })}`];
  });
}

function* walk(value: unknown, place: string, keysAreNames: boolean): Generator<FoundExample> {
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) yield* walk(part, `${place}/${index}`, false);
  }
  if (!isNode(value)) return;
  if (!keysAreNames) yield* examplesOf(value, place);
  for (const [key, part] of Object.entries(value)) {
    if (!keysAreNames && data.includes(key)) continue;
    const below = `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    yield* walk(part, below, !keysAreNames && maps.includes(key) && !Array.isArray(part));
  }
}

function* examplesOf(node: Node, place: string): Generator<FoundExample> {
  // A node with a schema is a parameter, a header or a media type; others are schemas.
  const schema = node['schema'] ?? node;
  const property = /\/(?:properties|headers)\/([^/]+)$/.exec(place)?.[1];
  const member = typeof node['in'] === 'string' ? String(node['name']) : (property ?? '');
  if ('example' in node)
    yield { place: `${place}/example`, value: node['example'], schema, member };
  for (const [key, example] of Object.entries(node['examples'] ?? {})) {
    const value = Array.isArray(node['examples'])
      ? example
      : isNode(example) && !('$ref' in example)
        ? example['value']
        : example;
    yield { place: `${place}/examples/${key}`, value, schema, member };
  }
}

/** The value of a shared example, if it is a reference to one. */
const shownBy = (document: OpenApiDocument, value: unknown): unknown =>
  isNode(value) && '$ref' in value ? resolve<Node>(document, value)['value'] : value;

const rebased = (schema: unknown): string =>
  JSON.stringify(schema).replaceAll('"#/components/', '"contract#/components/');
