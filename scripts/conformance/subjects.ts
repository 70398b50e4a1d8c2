import type { Client, Received } from './client.ts';
import { exampleOf, type Node, type Operation, operationNamed, operations } from './contract.ts';
import { type Ids, requestOf, uniqueName } from './requests.ts';
import { after, before, fitting, left, members, sources } from './tables.ts';

export interface Subjects {
  /** The path parameters of something that the operation can act on. */
  idsFor(operation: Operation): Promise<Ids>;
  /** The members of the body that name other things. */
  membersFor(operation: Operation): Promise<Ids>;
}

/** The headers that authorize a caller to use the operation. */
export type CredentialFor = (operation: Operation) => Readonly<Record<string, string>>;

/** The operation that creates what a path parameter identifies, by the links of the contract. */
const creators = new Map<string, { operation: Operation; parameters: Ids }>();
for (const operation of operations.filter(({ id }) => !(id in left)))
  for (const { links = {} } of Object.values(operation.responses))
    for (const { operationId, parameters } of Object.values(links)) {
      const last = [...operationNamed(operationId).path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];
      if (last !== undefined && !creators.has(last)) creators.set(last, { operation, parameters });
    }

const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const memberAt = (body: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((value, name) => (value as Node | undefined)?.[name], body);

/** Creates what operations act on, by the contract's links and examples; the examples' ids where that fails. */
export function createSubjects(client: Client, credentialFor: CredentialFor): Subjects {
  /** What bodies refer to is created once. */
  const shared = new Map<string, Promise<unknown>>();

  const send = async (operation: Operation, ids: Ids): Promise<Received> =>
    client.send(
      requestOf(operation, {
        ids,
        members: await membersFor(operation),
        headers: credentialFor(operation),
      }),
    );

  async function create(name: string, ids: Ids): Promise<Ids> {
    const source = sources[name];
    const creator = creators.get(name);
    const operation = source ? operationNamed(source[0]) : creator?.operation;
    const example = { [name]: exampleId(name) };
    if (!operation) return example;
    const parents = await idsOf(namesIn(operation.path), ids);
    const { status, json } = await send(operation, parents);
    if (status >= 300) return { ...parents, ...example };
    const place = source?.[1] ?? String(creator?.parameters[name]).replace('$response.body#/', '');
    const value = memberAt(json, place);
    // What nothing here has yet, a server with the examples' data may have.
    if (value === undefined) return exampleIds([...namesIn(operation.path), name]);
    const own = { ...parents, [name]: value };
    for (const id of after[operation.id] ?? []) await send(operationNamed(id), own);
    return own;
  }

  /** Values for the parameters, in the order of the path. */
  async function idsOf(names: readonly string[], known: Ids): Promise<Ids> {
    let ids = known;
    for (const name of names) if (!(name in ids)) ids = { ...ids, ...(await create(name, ids)) };
    return ids;
  }

  async function membersFor(operation: Operation): Promise<Ids> {
    const [media] = Object.values(operation.body ?? {});
    const example = Object(media && exampleOf(media)) as Node;
    const found: Record<string, unknown> = { ...uniqueName(operation), ...fitting[operation.id] };
    for (const [member, name] of Object.entries(members)) {
      if (!(member in example) || example[member] === null) continue;
      const made = shared.get(name) ?? idsOf([name], {}).then((ids) => ids[name]);
      shared.set(name, made);
      found[member] = await made;
    }
    return found;
  }

  return {
    membersFor,
    async idsFor(operation) {
      const ids = await idsOf(namesIn(operation.path), {});
      for (const id of before[operation.id] ?? []) await send(operationNamed(id), ids);
      return ids;
    },
  };
}

const exampleIds = (names: readonly string[]): Ids =>
  Object.fromEntries(names.map((name) => [name, exampleId(name)]));

function exampleId(name: string): unknown {
  for (const { parameters } of operations)
    for (const parameter of parameters)
      if (parameter.in === 'path' && parameter.name === name) return exampleOf(parameter);
  return undefined;
}
