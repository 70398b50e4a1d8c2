/** A published contract, as JSON. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object; none of anything else. */
export const entriesOf = (value: unknown): [string, unknown][] =>
  isNode(value) ? Object.entries(value) : [];

const schemaPrefix = '#/components/schemas/';

/** The name of the schema that a pointer or reference leads into. */
export const schemaNameIn = (pointer: unknown): string | undefined =>
  typeof pointer === 'string' && pointer.startsWith(schemaPrefix)
    ? pointer.slice(schemaPrefix.length).split('/')[0]
    : undefined;

/** The keys of a JSON pointer that begins with `#/`. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

export function dereferenced(document: Node, value: unknown): unknown {
  let found = value;
  while (isNode(found) && typeof found['$ref'] === 'string') {
    found = valueAt(document, keysOf(found['$ref']));
  }
  return found;
}

/** What lies at a path of keys, with every reference on the way followed. */
export function valueAt(document: Node, keys: readonly string[]): unknown {
  let value: unknown = document;
  for (const key of keys) {
    const holder = dereferenced(document, value);
    value = Array.isArray(holder)
      ? (holder as unknown[])[Number(key)]
      : isNode(holder)
        ? holder[key]
        : undefined;
  }
  return value;
}

export interface Operation {
  /** Its operationId, or the name of the webhook. */
  readonly name: string;
  readonly webhook: boolean;
  /** What clients send: of a webhook, what this service does not send. */
  readonly requests: readonly unknown[];
  readonly responses: readonly unknown[];
}

/** The operations and webhooks of a contract. */
export function operationsIn(document: Node): Operation[] {
  const within = (part: string, webhook: boolean): Operation[] =>
    entriesOf(document[part]).flatMap(([path, item]) =>
      entriesOf(item).flatMap(([, node]) =>
        isNode(node) && 'responses' in node ? [operationOf(path, item as Node, node, webhook)] : [],
      ),
    );
  return [...within('paths', false), ...within('webhooks', true)];
}

function operationOf(path: string, item: Node, node: Node, webhook: boolean): Operation {
  const sent = [item['parameters'], node['parameters'], node['requestBody']];
  const answered = [node['responses']];
  return {
    name: webhook ? path : String(node['operationId']),
    webhook,
    requests: webhook ? answered : sent,
    responses: webhook ? sent : answered,
  };
}

/** The names of the schemas that a part of the contract refers to, directly or indirectly. */
export function schemasIn(document: Node, part: unknown): Set<string> {
  const seen = new Set<string>();
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isNode(value)) return;
    const reference = value['$ref'];
    if (typeof reference === 'string' && !seen.has(reference)) {
      seen.add(reference);
      const name = schemaNameIn(reference);
      if (name !== undefined) names.add(name);
      look(valueAt(document, keysOf(reference)));
    }
    Object.values(value).forEach(look);
  };
  look(part);
  return names;
}

const listed = new Set(['x-extensible-enum', 'x-problem-codes', 'x-roles']);

/** The contract as it is compared and kept: examples promise nothing. */
export function withoutExamples(document: Node): Node {
  const strip = (value: unknown, names: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => strip(each, false));
    if (!isNode(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => names || (key !== 'example' && key !== 'examples'))
        .map(([key, each]) => [key, strip(each, !names && key === 'properties')]),
    );
  };
  return strip(document, false) as Node;
}

/** The lists of extensions as sorted text: Redocly's tool does not compare lists there. */
export function withListsAsText(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withListsAsText(each));
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      !names && listed.has(key) && Array.isArray(each)
        ? (each as unknown[]).map(String).toSorted().join(' ')
        : withListsAsText(each, !names && key === 'properties'),
    ]),
  );
}
