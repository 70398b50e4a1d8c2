import {
  loadContract,
  type OpenApiDocument,
  type Operation,
  resolve,
  type Schema,
} from '../../../src/http/operations.ts';

const { document, operations } = loadContract();

export function operationOf(id: string): Operation {
  const operation = operations.find((known) => known.id === id);
  if (operation) return operation;
  throw new Error(`The contract has no operation ${id}.`);
}

interface OperationObject {
  readonly responses: Record<string, { readonly content: Record<string, { schema: Schema }> }>;
}

/** Schemas for Fastify: of parameters, body and answer, without references. */
export function schemasOf(operation: Operation) {
  const { path, method, bodySchema } = operation;
  const object = document.paths[path]?.[method.toLowerCase()] as OperationObject | undefined;
  const answer = object?.responses[operation.status]?.content['application/json']?.schema;
  return {
    params: parametersIn(operation, 'path'),
    headers: parametersIn(operation, 'header'),
    querystring: { ...parametersIn(operation, 'query'), additionalProperties: false },
    ...(bodySchema && { body: withoutReferences(bodySchema, document) }),
    response: { [operation.status]: withoutReferences(answer, document) },
  };
}

function parametersIn({ parameters }: Operation, place: string): Schema {
  const found = parameters.filter((parameter) => parameter.in === place);
  const name = (text: string): string => (place === 'header' ? text.toLowerCase() : text);
  return {
    type: 'object',
    properties: Object.fromEntries(
      found.map((parameter) => [name(parameter.name), parameter.schema]),
    ),
    required: found.filter(({ required }) => required).map((parameter) => name(parameter.name)),
  };
}

/** None of the measured schemas is recursive. */
function withoutReferences(schema: unknown, within: OpenApiDocument): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((part) => withoutReferences(part, within));
  return Object.fromEntries(
    Object.entries(resolve<object>(within, schema)).map(([name, part]) => [
      name,
      withoutReferences(part, within),
    ]),
  );
}
