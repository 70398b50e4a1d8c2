import type { OpenApiDocument } from '../src/http/operations.ts';

type Node = Record<string, unknown>;

const parameter = /\{(\w+)\}/g;
const namesIn = (path: string): string[] =>
  [...path.matchAll(parameter)].map(([, name = '']) => name);
const shapeOf = (path: string): string => path.replace(parameter, '{}');

/**
 * Links each response with an `x-location` to the operations at that location, and returns the document. The members of
 * the body that the location names become their path parameters.
 */
export function linkCreated(document: OpenApiDocument): OpenApiDocument {
  const items = Object.entries(document.paths) as [string, Record<string, Node>][];
  const byShape = new Map(items.map(([path, item]) => [shapeOf(path), { path, item }]));
  for (const [, item] of items) {
    for (const { responses } of Object.values(item)) {
      for (const response of Object.values(responses ?? {}) as Node[]) {
        const location = response['x-location'];
        const target = typeof location === 'string' ? byShape.get(shapeOf(location)) : undefined;
        if (typeof location !== 'string' || !target) continue;
        const members = namesIn(location);
        const parameters = Object.fromEntries(
          namesIn(target.path).map((name, index) => [name, `$response.body#/${members[index]}`]),
        );
        response['links'] = Object.fromEntries(
          Object.values(target.item)
            .flatMap(({ operationId }) => (typeof operationId === 'string' ? [operationId] : []))
            .map((operationId) => [operationId, { operationId, parameters }]),
        );
      }
    }
  }
  return document;
}
