import { entriesOf, follow, isNode, usesIn, valueAt, type Node } from './contract.ts';
import type { Pair } from './compare.ts';
import { nextEntries } from './verdict.ts';

/** Something that a contract has and the one before it had not. */
interface Addition {
  readonly what: string;
  /** An entry names it. */
  readonly name: string;
  /** Besides, the entry names one of these, if there are any: a member has the same name in many schemas. */
  readonly owners: readonly string[];
}

/** A sentence for each added operation, event, query parameter and member of a schema that no entry names. */
export function unwrittenAdditions(pair: Pair, entries: string): string[] {
  const items = entries
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map(
      (line) => new Set([...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => wordsOf(code))),
    );
  return additionsOf(pair)
    .filter(
      ({ name, owners }) =>
        !items.some(
          (item) =>
            item.has(name) && (owners.length === 0 || owners.some((each) => item.has(each))),
        ),
    )
    .map(
      ({ what, name, owners: [owner] }) =>
        `${nextEntries} has no entry for ${what}: a line that names \`${name}\`${owner === undefined ? '' : ` and \`${owner}\``}.`,
    );
}

/** What a piece of code in an entry names: `on_invalid=skip` is the parameter too, and `runs.name` the member. */
const wordsOf = (code: string): string[] => [code, ...code.split(/[^\w-]+/)];

function additionsOf({ base, revision }: Pair): Addition[] {
  const before = operationsIn(base);
  const after = operationsIn(revision);
  const events = Object.keys(nodeAt(base, 'webhooks'));
  return [
    ...[...after.keys()]
      .filter((id) => !before.has(id))
      .map((name) => ({ what: `the added operation ${name}`, name, owners: [] })),
    ...Object.keys(nodeAt(revision, 'webhooks'))
      .filter((name) => !events.includes(name))
      .map((name) => ({ what: `the added event ${name}`, name, owners: [] })),
    ...[...after].flatMap(([id, parameters]) =>
      [...parameters]
        .filter((name) => before.get(id)?.has(name) === false)
        .map((name) => ({ what: `the parameter ${name} of ${id}`, name, owners: [id] })),
    ),
    ...addedMembers(base, revision),
  ];
}

/** The operations, each with the names of its query parameters. */
function operationsIn(document: Node): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [, item] of entriesOf(document['paths']))
    for (const [, operation] of entriesOf(item)) {
      if (!isNode(operation) || typeof operation['operationId'] !== 'string') continue;
      const parameters = [item, operation]
        .flatMap((owner) =>
          isNode(owner) && Array.isArray(owner['parameters']) ? owner['parameters'] : [],
        )
        .map((parameter) => follow(document, parameter))
        .flatMap((parameter) =>
          isNode(parameter) && parameter['in'] === 'query' ? [parameter['name']] : [],
        );
      found.set(operation['operationId'], new Set(parameters.map(String)));
    }
  return found;
}

/** The members that schemas of both contracts have gained, where an operation or an event uses the schema. */
function addedMembers(base: Node, revision: Node): Addition[] {
  const users = new Map<string, string[]>();
  for (const [part, schemas] of usesIn(revision))
    for (const schema of schemas)
      users.set(schema, [...(users.get(schema) ?? []), part.split(' ')[1] ?? '']);
  const schemas = nodeAt(base, 'components', 'schemas');
  return Object.entries(nodeAt(revision, 'components', 'schemas')).flatMap(([schema, node]) => {
    const used = users.get(schema);
    if (!(schema in schemas) || used === undefined) return [];
    const former = nodeAt(base, 'components', 'schemas', schema, 'properties');
    return entriesOf(isNode(node) ? node['properties'] : undefined)
      .filter(([name]) => !(name in former))
      .map(([name]) => ({
        what: `the member ${name} of ${schema}`,
        name,
        owners: [schema, ...used],
      }));
  });
}

function nodeAt(document: Node, ...keys: string[]): Node {
  const value = valueAt(document, keys);
  return isNode(value) ? value : {};
}
