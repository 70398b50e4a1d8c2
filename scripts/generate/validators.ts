import { _, type CodeKeywordDefinition } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { minifySync } from 'rolldown/utils';
import { type OpenApiDocument, readOperations, type Operation } from '../../src/http/operations.ts';

/**
 * The source of a module that validates the requests of every operation, so that no start and no request compiles a
 * schema: `<operationId>_parameters` takes `{path, query, header}`, `<operationId>_body` a parsed body.
 */
export function validatorsSource(document: OpenApiDocument): string {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    discriminator: true,
    code: { source: true, lines: false, optimize: 1 },
  });
  // ajv-formats is CommonJS whose default export hides behind another one.
  addFormats.default(ajv);
  ajv.addFormat('int32', true).addFormat('int64', true);
  ajv.addKeyword(maxBytes);
  ajv.addKeyword(visible);
  ajv.addSchema({ $id: 'contract', components: unmapped(document.components) });
  const exports: Record<string, string> = {};
  const add = (name: string, schema: object): void => {
    ajv.addSchema(unmapped(rebase(schema)) as object, name);
    exports[name] = name;
  };
  for (const operation of readOperations(document)) {
    if (operation.parameters.length > 0)
      add(`${operation.id}_parameters`, parametersSchema(operation));
    if (operation.bodySchema) add(`${operation.id}_body`, operation.bodySchema);
  }
  return minified(bounded(standaloneCode.default(ajv, exports)));
}

/** A quarter less text, which every process keeps in memory. */
function minified(source: string): string {
  const { code, errors } = minifySync('validators.cjs', source);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}

/** The size of a free-form value as JSON. */
const maxBytes: CodeKeywordDefinition = {
  keyword: 'x-max-bytes',
  type: ['object', 'array'],
  schemaType: 'number',
  error: {
    message: ({ schemaCode }) => _`"must have at most " + ${schemaCode} + " bytes"`,
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  },
  code: (context) =>
    context.fail(_`Buffer.byteLength(JSON.stringify(${context.data})) > ${context.schemaCode}`),
};

/** White space, and what is not shown: format characters such as U+200B, fillers, the blank of Braille. */
const shown = String.raw`[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;

/** A text that must not be empty has a character that people see. */
const visible: CodeKeywordDefinition = {
  keyword: 'x-visible',
  type: 'string',
  schemaType: 'boolean',
  error: { message: 'must have a visible character' },
  code(context) {
    const pattern = context.gen.scopeValue('pattern', {
      key: shown,
      ref: new RegExp(shown, 'u'),
      code: _`new RegExp(${shown}, "u")`,
    });
    context.fail(_`${context.data} !== "" && !${pattern}.test(${context.data})`);
  },
};

/** A secret can have any characters. */
const mustBeVisible = (schema: Record<string, unknown>): boolean =>
  [schema['type']].flat().includes('string') &&
  Number(schema['minLength'] ?? 0) > 0 &&
  schema['writeOnly'] !== true;

/** More are never read; enough remain after a union drops some of them. */
const maxErrors = 300;

/**
 * For each array item with errors Ajv copies all earlier errors, without a limit. The generated code is changed to
 * append them, and to throw them once there are enough.
 */
function bounded(code: string): string {
  const changed = code
    .replaceAll(/vErrors\.push\((err\d+)\)/g, 'collect(vErrors, [$1])')
    .replaceAll(
      /vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\)/g,
      'collect(vErrors, $1.errors)',
    );
  if (/vErrors\.(push|concat)/.test(changed) || !changed.includes('collect(vErrors, validate'))
    throw new Error('Ajv generates other code than it did: its errors would not be bounded.');
  return `${changed}
function collect(errors, more) {
  const all = errors ?? [];
  for (const error of more) all.push(error);
  if (all.length < ${maxErrors}) return all;
  throw Object.assign(new Error("There are too many errors."), { collected: all });
}
`;
}

function parametersSchema(operation: Operation): object {
  const part = (where: string): object => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === where);
    const nameOf = (name: string): string => (where === 'header' ? name.toLowerCase() : name);
    return {
      type: 'object',
      properties: Object.fromEntries(parameters.map((p) => [nameOf(p.name), p.schema])),
      required: parameters.filter((p) => p.required).map((p) => nameOf(p.name)),
      ...(where === 'query' ? { additionalProperties: false } : {}),
    };
  };
  return {
    type: 'object',
    properties: { path: part('path'), query: part('query'), header: part('header') },
  };
}

/** Points the references of a part of the document at the document's own id. */
const rebase = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value).replaceAll('"#/components/', '"contract#/components/'),
  ) as unknown;

/**
 * Ajv finds a discriminator's branches itself, refuses a mapping and ignores non-objects. The mapping's values are
 * kept, so that faults can list them. Texts that must not be empty must be visible.
 */
const unmapped = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, schema) => {
    if (typeof schema === 'object' && schema !== null && mustBeVisible(schema))
      return { ...schema, 'x-visible': true };
    if (typeof schema?.discriminator?.mapping !== 'object') return schema;
    const { propertyName, mapping } = schema.discriminator;
    return {
      type: 'object',
      ...schema,
      discriminator: { propertyName, words: Object.keys(mapping) },
    };
  }) as unknown;
