import {
  type OpenApiDocument,
  readOperations,
  resolve,
  type Schema,
} from '../../src/http/operations.ts';

/**
 * The source of a module that writes the JSON of every operation's success: `<operationId>` takes a body. It writes what
 * the contract names and nothing else, so that no column and no secret that a handler leaves in a body is ever sent.
 */
export function serializersSource(document: OpenApiDocument): string {
  const writers = new Map<string, string>();
  const context: Context = { document, writers };
  const operations = readOperations(document).flatMap(({ id, answerSchema }) =>
    answerSchema ? [`exports.${id} = (v) => ${writing(answerSchema, 'v', context)};`] : [],
  );
  return `'use strict';\n${helpers}${[...writers.values()].join('')}${operations.join('\n')}\n`;
}

interface Context {
  readonly document: OpenApiDocument;
  /** The functions that write the components, by name. */
  readonly writers: Map<string, string>;
}

/**
 * Strings without what must be escaped are not searched by the engine's slower general writer. A list may be a `JsonText`,
 * which is written as it is.
 */
const helpers = `const written = Symbol.for('JsonText');
const unsafe = /["\\\\\\u0000-\\u001f\\ud800-\\udfff]/;
const text = (v) => (typeof v !== 'string' ? any(v) : unsafe.test(v) ? JSON.stringify(v) : '"' + v + '"');
const number = (v) => (typeof v === 'number' && Number.isFinite(v) ? String(v) : any(v));
const boolean = (v) => (v === true ? 'true' : v === false ? 'false' : any(v));
const any = (v) => JSON.stringify(v) ?? 'null';
const isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
function list(v, item) {
  if (!Array.isArray(v)) return v?.[written] ?? any(v);
  let all = '';
  for (let i = 0; i < v.length; i += 1) all += i === 0 ? item(v[i]) : ',' + item(v[i]);
  return '[' + all + ']';
}
function map(v, item) {
  if (!isObject(v)) return any(v);
  let all = '';
  for (const name of Object.keys(v)) {
    if (v[name] !== undefined) all += (all === '' ? '' : ',') + JSON.stringify(name) + ':' + item(v[name]);
  }
  return '{' + all + '}';
}
`;

/** The expression that writes a value of a schema. */
function writing(schema: Schema, value: string, context: Context): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return `${writerOf(reference, context)}(${value})`;
  const { anyOf, allOf, oneOf } = schema as Record<string, readonly Schema[] | undefined>;
  if (allOf?.length === 1 && allOf[0] && !schema['properties'])
    return writing(allOf[0], value, context);
  const some = anyOf?.filter(({ type }) => type !== 'null');
  if (some?.length === 1 && some[0]) return orNull(writing(some[0], value, context), value);
  if (oneOf) return choice(schema, oneOf, value, context);
  if (anyOf || allOf) return `any(${value})`;
  const types = [schema['type']].flat();
  const [type, another] = types.filter((each) => each !== 'null');
  const written = another === undefined ? ofType(String(type), schema, value, context) : undefined;
  if (written === undefined) return `any(${value})`;
  return types.includes('null') ? orNull(written, value) : written;
}

const orNull = (written: string, value: string): string =>
  `(${value} === null ? 'null' : ${written})`;

function ofType(type: string, schema: Schema, value: string, context: Context): string | undefined {
  if (type === 'string') return `text(${value})`;
  if (type === 'integer' || type === 'number') return `number(${value})`;
  if (type === 'boolean') return `boolean(${value})`;
  if (type === 'array') {
    const items = schema['items'] as Schema | undefined;
    return items && `list(${value}, (v) => ${writing(items, 'v', context)})`;
  }
  if (type !== 'object') return undefined;
  const properties = schema['properties'] as Record<string, Schema> | undefined;
  const more = schema['additionalProperties'];
  if (properties && (more === undefined || more === false))
    return `((v) => ${members(properties, schema, context)})(${value})`;
  if (!properties && typeof more === 'object')
    return `map(${value}, (v) => ${writing(more as Schema, 'v', context)})`;
  return undefined;
}

/** The members of an object in the contract's order; one that is not required is left out if it is undefined. */
function members(
  properties: Readonly<Record<string, Schema>>,
  schema: Schema,
  context: Context,
): string {
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const names = Object.keys(properties).toSorted(
    (a, b) => Number(required.has(b)) - Number(required.has(a)),
  );
  const parts = names.map((name, index) => {
    const member = `v[${JSON.stringify(name)}]`;
    const head = JSON.stringify(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
    const written = `${head} + ${writing(properties[name] ?? {}, member, context)}`;
    return required.has(name) ? written : `(${member} === undefined ? '' : ${written})`;
  });
  // Without a required member the first comma depends on the values.
  if (names.length > 0 && !required.has(names[0] ?? '')) return 'any(v)';
  return `isObject(v) ? ${["'{'", ...parts, "'}'"].join(' + ')} : any(v)`;
}

/** One of several objects, which a member tells apart. */
function choice(
  schema: Schema,
  branches: readonly Schema[],
  value: string,
  context: Context,
): string {
  const { propertyName, mapping } = (schema['discriminator'] ?? {}) as {
    readonly propertyName?: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
  if (propertyName === undefined) return `any(${value})`;
  const references = mapping
    ? Object.entries(mapping)
    : branches.flatMap((branch) => wordsOf(branch, propertyName, context));
  const cases = references.map(
    ([word, reference]) =>
      `v[${JSON.stringify(propertyName)}] === ${JSON.stringify(word)} ? ${writerOf(reference, context)}(v)`,
  );
  return `((v) => isObject(v) ? ${[...cases, 'any(v)'].join(' : ')} : any(v))(${value})`;
}

/** The words of the member that mean this branch. */
function wordsOf(branch: Schema, name: string, { document }: Context): [string, string][] {
  const reference = String(branch['$ref']);
  const properties = resolve<Schema>(document, branch)['properties'] as Record<string, Schema>;
  const member = resolve<Schema>(document, properties[name] ?? {});
  const words = (member['enum'] ?? [member['const']]) as readonly unknown[];
  return words.map((word) => [String(word), reference]);
}

/** The name of the function that writes a component. */
function writerOf(reference: string, context: Context): string {
  const name = reference.split('/').at(-1) ?? '';
  const writer = `write${name}`;
  if (!context.writers.has(name)) {
    // It may refer to itself.
    context.writers.set(name, '');
    const schema = context.document.components['schemas']?.[name] as Schema;
    context.writers.set(name, `const ${writer} = (v) => ${writing(schema, 'v', context)};\n`);
  }
  return writer;
}
