import type { OpenApiDocument } from '../../src/http/operations.ts';

type Node = Record<string, unknown>;

interface Contract extends OpenApiDocument {
  readonly info: OpenApiDocument['info'] & { readonly 'x-world-now'?: string };
  readonly webhooks?: Node;
}

const scalars = new Set(['string', 'integer', 'number', 'boolean']);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The contract as published. Its responses and events are open, so that a generated client keeps working when members,
 * values and kinds are added: objects may have more members, an enum is `x-extensible-enum`, an array of its values has
 * no greatest length, and a union may have further kinds. A scalar that may be null is a list of types, not a reference. Requests stay closed, but say
 * of no member that it must be null. An object that requests use too gets an open copy for responses, with another name.
 */
export function openResponses(contract: OpenApiDocument): OpenApiDocument {
  const { info, ...rest } = structuredClone(contract) as Contract;
  // The clock of the examples says nothing about the service.
  const { 'x-world-now': _now, ...published } = info;
  const document = { info: published, ...rest };
  const schemas = (document.components['schemas'] ?? {}) as Record<string, Node>;
  const operations = operationsOf(document.paths);
  const events = operationsOf(document.webhooks ?? {});
  const sent = operations.map(({ requestBody, parameters }) => [requestBody, parameters]);
  const inRequests = namesIn([sent, document.components['parameters']], schemas);
  const opened = new Set<string>();

  function open(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(open);
    if (!isNode(value)) return value;
    const name = nameOf(value['$ref']);
    const target = name === undefined ? undefined : schemas[name];
    if (name === undefined || !target) return openNode(value);
    if (!inRequests.has(name)) return openNamed(name, target);
    if (!isClosed(target)) return value;
    // An enum becomes a string, which needs no name; generators would give an unnamed object an ugly one.
    return 'enum' in target ? open(target) : openNamed(`${name}Shown`, target);
  }

  const isOpenEnum = (items: unknown): boolean => {
    const schema = isNode(items) ? (schemas[nameOf(items['$ref']) ?? ''] ?? items) : {};
    return 'enum' in schema || 'x-extensible-enum' in schema;
  };

  function openNamed(name: string, target: Node): Node {
    if (!opened.has(name)) {
      opened.add(name);
      schemas[name] = 'oneOf' in target ? openUnion(name, target) : openNode(target);
    }
    return referenceTo(name);
  }

  function openNode(node: Node): Node {
    const entries = Object.entries(node)
      .filter(([key, value]) => !(key === 'additionalProperties' && value === false))
      .filter(([key]) => !(key === 'maxItems' && isOpenEnum(node['items'])))
      .map(([key, value]): [string, unknown] => {
        if (key === 'example' || key === 'examples') return [key, value];
        if (key === 'enum')
          return ['x-extensible-enum', (value as unknown[]).filter((each) => each !== null)];
        return [key, open(value)];
      });
    return nullable(Object.fromEntries(entries));
  }

  /**
   * `anyOf` of a scalar and null as a list of types. In the contract it keeps null out of an enum, which is gone here;
   * generators that make a type of each named `anyOf` cannot make one of a scalar.
   */
  function nullable(node: Node): Node {
    const { anyOf, ...rest } = node;
    if (!Array.isArray(anyOf) || anyOf.length !== 2) return node;
    const branches = anyOf.map((branch: Node) => schemas[nameOf(branch['$ref']) ?? ''] ?? branch);
    const scalar = branches.find(({ type }) => scalars.has(String(type)));
    if (!scalar || !branches.some(({ type }) => type === 'null')) return node;
    return { ...scalar, ...rest, type: [scalar['type'], 'null'] };
  }

  /**
   * The union with one more branch. A discriminator requires each branch to be a reference, and names the branch by its
   * schema if it does not say otherwise; saying so changes nothing, and validators want it said.
   */
  function openUnion(name: string, { oneOf, discriminator, ...rest }: Node): Node {
    const unknown = `Unknown${name}`;
    schemas[unknown] = unknownKindOf(discriminator);
    const branch = referenceTo(unknown);
    const { mapping, ...how } = open(discriminator) as { mapping?: Node };
    return {
      ...openNode(rest),
      discriminator: { ...how, mapping: { ...mapping, [unknown]: branch.$ref } },
      anyOf: [...(open(oneOf) as unknown[]), branch],
    };
  }

  for (const operation of operations) operation['responses'] = open(operation['responses']);
  for (const event of events) event['requestBody'] = open(event['requestBody']);
  document.components['responses'] = open(document.components['responses']) as Node;
  const { schemas: _, ...components } = document.components;
  const used = namesIn([document.paths, document.webhooks, components], schemas);
  document.components['schemas'] = Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => used.has(name))
      .map(([name, schema]) => [name, withoutNullConst(schema)]),
  );
  return document;
}

/** The schema without `const: null` in its properties, which generators refuse; their types say that null is possible. */
function withoutNullConst(schema: Node): Node {
  const { properties } = schema;
  if (!isNode(properties)) return schema;
  const plain = Object.entries(properties).map(([name, property]) => {
    if (!isNode(property) || property['const'] !== null) return [name, property];
    const { const: _, ...rest } = property;
    return [name, rest];
  });
  return { ...schema, properties: Object.fromEntries(plain) };
}

/** A future kind: only the member that identifies it is known. */
function unknownKindOf(discriminator: unknown): Node {
  const tag = isNode(discriminator) ? String(discriminator['propertyName']) : '';
  return {
    description: 'A kind that was added after this version of the document.',
    type: 'object',
    required: [tag],
    properties: {
      [tag]: { description: 'A value that is not known to this version.', type: 'string' },
    },
    additionalProperties: true,
  };
}

const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const operationsOf = (paths: Node): Node[] =>
  Object.values(paths).flatMap((item) =>
    Object.values(item as Node).filter((each): each is Node => isNode(each) && 'responses' in each),
  );

const nameOf = (ref: unknown): string | undefined =>
  typeof ref === 'string' ? /^#\/components\/schemas\/(.+)$/.exec(ref)?.[1] : undefined;

/** Whether the schema allows no additions. */
const isClosed = (schema: Node): boolean =>
  schema['additionalProperties'] === false || 'enum' in schema || 'oneOf' in schema;

/** The names of the schemas that these parts refer to, directly or indirectly. */
function namesIn(parts: unknown, schemas: Readonly<Record<string, Node>>): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isNode(value)) return;
    const name = nameOf(value['$ref']);
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      look(schemas[name]);
    }
    Object.values(value).forEach(look);
  };
  look(parts);
  return found;
}
