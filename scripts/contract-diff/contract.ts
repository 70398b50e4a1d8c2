import { parse } from 'yaml';

/** A published contract, as JSON. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object; none of anything else. */
export const entriesOf = (value: unknown): [string, unknown][] =>
  isNode(value) ? Object.entries(value) : [];

/** The keys of a JSON pointer that begins with `#/`. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The name of the schema that a pointer or reference leads into. */
export const schemaNameIn = (pointer: unknown): string | undefined =>
  /^#\/components\/schemas\/([^/]+)/.exec(String(pointer))?.[1];

export const follow = (document: Node, value: unknown): unknown =>
  isNode(value) && typeof value['$ref'] === 'string'
    ? valueAt(document, keysOf(value['$ref']))
    : value;

/** What lies at a path of keys, with every reference on the way and at the end followed. */
export const valueAt = (document: Node, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (value, key) =>
      follow(
        document,
        typeof value === 'object' && value !== null ? (value as Node)[key] : undefined,
      ),
    document,
  );

/** For "request" or "response" and each operation or webhook the names of the schemas that it refers to, directly or not. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>;

/** A request is what clients send, a response what they get: the bodies and headers of webhooks too. */
export function usesIn(document: Node): Uses {
  const uses = new Map<string, ReadonlySet<string>>();
  for (const part of ['paths', 'webhooks'])
    for (const [path, item] of entriesOf(document[part]))
      for (const [, node] of entriesOf(item)) {
        if (!isNode(node) || !isNode(item) || !('responses' in node)) continue;
        const isWebhook = part === 'webhooks';
        const name = isWebhook ? path : String(node['operationId']);
        const sent = [item['parameters'], node['parameters'], node['requestBody']];
        uses.set(`${isWebhook ? 'response' : 'request'} ${name}`, schemasIn(document, sent));
        uses.set(
          `${isWebhook ? 'request' : 'response'} ${name}`,
          schemasIn(document, node['responses']),
        );
      }
  return uses;
}

function schemasIn(document: Node, part: unknown): Set<string> {
  const seen = new Set<string>();
  const look = (value: unknown): void => {
    for (const [, pointer = ''] of (JSON.stringify(value) ?? '').matchAll(/"\$ref":"([^"]+)"/g)) {
      if (seen.has(pointer)) continue;
      seen.add(pointer);
      look(valueAt(document, keysOf(pointer)));
    }
  };
  look(part);
  return new Set([...seen].flatMap((pointer) => schemaNameIn(pointer) ?? []));
}

/** A copy with each member changed, or left out if that gives nothing. The keys under `properties` are names, no members. */
export function mapped(
  value: unknown,
  change: (key: string, value: unknown) => unknown,
  isNames = false,
): unknown {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, isNames ? each : change(key, each)] as const)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => [key, mapped(each, change, !isNames && key === 'properties')]),
  );
}

/**
 * Reads a contract, JSON or YAML, without its examples, which promise nothing. The bounds that the published document names otherwise,
 * for tools that invent values, are bounds.
 */
export function readContract(published: string): Node {
  const text = published
    .replaceAll(/\bx-max-items\b/g, 'maxItems')
    .replaceAll(/\bx-max-properties\b/g, 'maxProperties');
  const document: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text);
  if (!isNode(document) || !isNode(document['info']))
    throw new Error('That is no OpenAPI document.');
  return mapped(document, (key, value) => (/^examples?$/.test(key) ? undefined : value)) as Node;
}

export const versionOf = (document: Node): string => String(valueAt(document, ['info', 'version']));
