import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { type OpenApiDocument, readOperations, type Operation } from '../src/http/operations.ts';

/**
 * The source of a module that checks the requests of every operation, so that no start and no request pays for
 * compiling a schema: `<operationId>_parameters` takes `{path, query, header}`, `<operationId>_body` a parsed body.
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
  return standaloneCode.default(ajv, exports);
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
 * Ajv finds a discriminator's branches itself, refuses a mapping and passes over what is no object; the mapping's words
 * stay, for the fault to name them.
 */
const unmapped = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, schema) => {
    if (typeof schema?.discriminator?.mapping !== 'object') return schema;
    const { propertyName, mapping } = schema.discriminator;
    return {
      type: 'object',
      ...schema,
      discriminator: { propertyName, words: Object.keys(mapping) },
    };
  }) as unknown;
