import type { OpenApiDocument } from '../../src/http/operations.ts';

type Node = Record<string, unknown>;

interface Document extends OpenApiDocument {
  readonly webhooks: Record<string, Node>;
  readonly tags: readonly { readonly name: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const isOperation = (part: unknown): part is Node => isNode(part) && 'responses' in part;

/** The audiences whose programs call with credentials of this service. Carriers and the simulated network have their own. */
const audiences = ['client', 'operator'];

/** A copy of what clients need of the contract: the operations of users, keys and operators, the webhooks, and their tags. */
export function clientContract(contract: OpenApiDocument): OpenApiDocument {
  const { paths: all, ...rest } = structuredClone(contract) as Document;
  const paths = Object.fromEntries(
    Object.entries(all)
      .map(([path, item]) => [path, forClients(item)] as const)
      .filter(([, item]) => Object.values(item).some(isOperation)),
  );
  const used = new Set(
    [...Object.values(paths), ...Object.values(rest.webhooks)]
      .flatMap((item) => Object.values(item).filter(isOperation))
      .flatMap(({ tags }) => tags as string[]),
  );
  const document: Document = {
    ...rest,
    paths,
    tags: rest.tags.filter(({ name }) => used.has(name)),
    'x-tagGroups': rest['x-tagGroups']
      .map(({ tags, ...group }) => ({ ...group, tags: tags.filter((tag) => used.has(tag)) }))
      .filter(({ tags }) => tags.length > 0),
  };
  return document;
}

const forClients = (item: Node): Node =>
  Object.fromEntries(
    Object.entries(item).filter(
      ([, part]) => !isOperation(part) || audiences.includes(String(part['x-audience'])),
    ),
  );

/** The document without the components that its other parts do not refer to, directly or indirectly. */
export function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const { components, ...parts } = document;
  const used = new Set<string>();
  const look = (value: unknown): void => {
    if (!isNode(value)) return;
    const { $ref } = value;
    if (typeof $ref === 'string' && !used.has($ref)) {
      used.add($ref);
      const [, , kind = '', name = ''] = $ref.split('/');
      look(components[kind]?.[name]);
    }
    Object.values(value).forEach(look);
  };
  look(parts);
  const isUsed = (kind: string, name: string): boolean =>
    kind === 'securitySchemes' || used.has(`#/components/${kind}/${name}`);
  const kept = Object.entries(components).map(([kind, named]) => [
    kind,
    Object.fromEntries(Object.entries(named).filter(([name]) => isUsed(kind, name))),
  ]);
  return { ...document, components: Object.fromEntries(kept) as OpenApiDocument['components'] };
}
