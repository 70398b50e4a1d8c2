import { operationObjects, type OpenApiDocument } from '../../src/http/operations.ts';

type Node = Record<string, unknown>;
type Content = { content?: Node };

/**
 * The contract without what many generators of clients misread: a request's body has its first type alone, and what this
 * service sends is a callback of the operation that leads to it, not a webhook.
 */
export function forGenerators(published: OpenApiDocument): OpenApiDocument {
  const { webhooks = {}, ...document } = structuredClone(published) as OpenApiDocument & {
    webhooks?: Node;
  };
  const operations = operationObjects<Node>(document).map(({ object }) => object);
  for (const { requestBody } of operations) {
    const body = requestBody as Content | undefined;
    if (body?.content) body.content = Object.fromEntries(Object.entries(body.content).slice(0, 1));
  }
  for (const [name, event] of Object.entries(webhooks)) {
    const { operationId, url } = name === 'run_turn' ? ofRuntime : ofEndpoint;
    const sender = operations.find((operation) => operation['operationId'] === operationId);
    if (!sender) throw new Error(`There is no ${operationId}, which leads to ${name}.`);
    sender['callbacks'] = { ...(sender['callbacks'] as Node), [name]: { [url]: event } };
  }
  return document;
}

const ofEndpoint = { operationId: 'createWebhookEndpoint', url: '{$request.body#/url}' };
/** An agent's configuration has its address. */
const ofRuntime = { operationId: 'submitRunTurn', url: 'https://runtime.example' };

/**
 * The same with a name of its own for each value of an enum, as constants of Go share one namespace; without examples,
 * which no code is made of.
 */
export function forGo(document: OpenApiDocument): OpenApiDocument {
  const copy = withoutExamples(document) as OpenApiDocument;
  const names = new Set<string>();
  for (const [name, schema] of Object.entries(copy.components['schemas'] as Record<string, Node>)) {
    if (!Array.isArray(schema['enum'])) continue;
    const constants = schema['enum'].map((value) => name + constantOf(String(value)));
    for (const each of constants) {
      if (names.has(each)) throw new Error(`Two values are called ${each}.`);
      names.add(each);
    }
    schema['x-enum-varnames'] = constants;
  }
  return copy;
}

const constantOf = (value: string): string =>
  value
    .replace(/^-(.*)/, '$1_descending')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Properties can be called `example` too. */
function withoutExamples(value: unknown, isOfProperties = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutExamples(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isOfProperties || !/^examples?$/.test(key))
      .map(([key, part]) => [key, withoutExamples(part, key === 'properties')]),
  );
}
