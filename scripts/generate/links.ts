import type { OpenApiDocument } from '../../src/http/operations.ts';

type Node = Record<string, unknown>;

interface Target {
  readonly operationId: string;
  /** The names of its path parameters. */
  readonly needs: readonly string[];
}

const parameter = /\{(\w+)\}/g;
const namesIn = (path: string): string[] =>
  [...path.matchAll(parameter)].map(([, name = '']) => name);
const shapeOf = (path: string): string => path.replace(parameter, '{}');

/**
 * Links each response that creates something to the operations that come next: those whose path names what was created
 * and nothing else that the answer does not have. Members of the body become their path parameters. Links that the contract
 * has itself stay. Returns the document.
 */
export function linkCreated(document: OpenApiDocument): OpenApiDocument {
  const items = Object.entries(document.paths) as [string, Record<string, Node>][];
  const targets = items.flatMap(([path, item]) =>
    Object.values(item).flatMap(({ operationId, deprecated }): Target[] =>
      typeof operationId === 'string' && deprecated !== true
        ? [{ operationId, needs: namesIn(path) }]
        : [],
    ),
  );
  const byShape = new Map(items.map(([path]) => [shapeOf(path), path]));

  /** The path parameters that the location has, in order: the last one is what was created; each with its member. */
  function known(location: string): readonly (readonly [string, string])[] {
    const members = namesIn(location);
    const names = namesIn(byShape.get(shapeOf(location)) ?? '');
    return names.map((name, index) => [name, members[index] ?? ''] as const);
  }

  for (const [, item] of items) {
    for (const { responses } of Object.values(item)) {
      for (const response of Object.values((responses ?? {}) as Record<string, Node>)) {
        const location = response['x-location'];
        if (typeof location !== 'string') continue;
        const listed = listOf(location, document);
        if (listed) {
          response['links'] = listed;
          continue;
        }
        const located = known(location);
        const created = located.at(-1)?.[0];
        const own = membersOf(response, document).map((name) => [name, name] as const);
        const parameters = new Map([...own, ...located]);
        const next = targets.filter(
          ({ needs }) => needs.at(-1) === created && needs.every((name) => parameters.has(name)),
        );
        if (created === undefined || next.length === 0) continue;
        const generated = Object.fromEntries(
          next.map(({ operationId, needs }) => [
            operationId,
            {
              operationId,
              parameters: Object.fromEntries(
                needs.map((name) => [name, `$response.body#/${parameters.get(name)}`]),
              ),
            },
          ]),
        );
        response['links'] = { ...generated, ...(response['links'] as Node | undefined) };
      }
    }
  }
  return document;
}

/** The link of a location with a query, which is a list: `{id}` there stands for a member of the body. */
function listOf(location: string, { paths }: OpenApiDocument): Node | undefined {
  const [path = '', query] = location.split('?');
  if (query === undefined) return undefined;
  const { operationId } = (paths[path] as Record<string, Node>)['get'] as { operationId: string };
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => [
    name,
    value.replace(parameter, '$response.body#/$1'),
  ]);
  return { [operationId]: { operationId, parameters: Object.fromEntries(parameters) } };
}

/** The names of the members of a response's JSON. */
function membersOf(response: Node, { components }: OpenApiDocument): string[] {
  const { content } = response as {
    content?: Record<string, { schema?: { $ref?: string; properties?: Node } }>;
  };
  const schema = content?.['application/json']?.schema;
  const name = schema?.$ref?.split('/').at(-1) ?? '';
  const named = (components['schemas'] as Record<string, typeof schema> | undefined)?.[name];
  return Object.keys((named ?? schema)?.properties ?? {});
}
