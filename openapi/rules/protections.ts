import {
  elementsOf,
  isNode,
  listOf,
  memberOf,
  membersOf,
  wordsOf,
  type Context,
  type Node,
  type Place,
} from './document.ts';
import { mediaOf, type OperationPlace, responsesOf } from './operations.ts';
import { operationsOf } from './preconditions.ts';

interface Protections {
  readonly apiKey: string;
  /** The scopes that operations need which change protections alone. No key has them by default. */
  readonly scopes: string[];
  /** The code of the 403 for keys of connectors. */
  readonly refusal: string;
  /** The members that protect nobody, by operation or tag: each other one is in the `x-protects` of its object. */
  readonly others: Readonly<Record<string, string[]>>;
  /** The operations of these tags that have no member of the resource, and protect nobody. */
  readonly operations: string[];
  /** The tags whose resources protect nobody. */
  readonly without: string[];
}

/**
 * Whatever API keys can change says whether it protects people: an operation as a whole (`x-protects: true`), or each member
 * of its body, in the `x-protects` of its object or in `others`.
 */
export function protections({ apiKey, ...options }: Protections) {
  return {
    Paths(paths: Node, context: Context) {
      const unused = new Set(
        Object.entries(options.others).flatMap(([group, names]) =>
          names.map((name) => `${group}: ${name}`),
        ),
      );
      for (const operation of operationsOf(context, paths)) {
        const { node, method, location } = operation;
        const accepts = listOf(node['security']).some((one) => isNode(one) && apiKey in one);
        if (method === 'get' || !accepts) continue;
        for (const message of faultsOf(context, operation, { ...options, unused }))
          context.report({ message, location });
      }
      for (const name of unused)
        context.report({
          message: `No request has the member "${name}".`,
          location: context.location,
        });
    },
  };
}

type Options = Omit<Protections, 'apiKey'> & { readonly unused: Set<string> };

function* faultsOf(
  context: Context,
  operation: OperationPlace,
  { scopes, refusal, others, operations, without, unused }: Options,
): Generator<string> {
  const { node } = operation;
  const [tag = ''] = wordsOf(node['tags']);
  const id = String(node['operationId']);
  const forbidden = responsesOf(context, operation).find(([status]) => status === '403')?.[1];
  const refuses = wordsOf(forbidden?.node['x-problem-codes']).includes(refusal);
  let protects = node['x-protects'] === true;
  if (protects) {
    if (!scopes.includes(String(node['x-scope'])))
      yield `An operation that changes protections alone needs one of these scopes: ${scopes.join(', ')}.`;
  } else if (!operations.includes(id) && !without.includes(tag)) {
    const group = id in others ? id : tag;
    const named = others[group];
    if (!named) return yield `The rule knows nothing about the tag ${tag}.`;
    const members = [...membersIn(context, operation)];
    if (members.length === 0)
      yield 'The operation has x-protects, or is listed among those that protect nobody.';
    for (const { name, isMarked } of members) {
      const isOther = named.includes(name);
      protects ||= isMarked;
      unused.delete(`${group}: ${name}`);
      if (isMarked === isOther)
        yield `The member ${name} is either in x-protects of its object or among the other ones of ${group}.`;
    }
  }
  if (protects !== refuses)
    yield protects
      ? `Its 403 lists ${refusal}.`
      : `It protects nobody, so its 403 does not list ${refusal}.`;
}

interface Member {
  readonly name: string;
  readonly isMarked: boolean;
}

/** The members of a body by their paths; what is below one is not looked at unless it has an `x-protects` of its own. */
function* membersIn(context: Context, operation: OperationPlace): Generator<Member> {
  const body = memberOf(context, operation, 'requestBody');
  for (const [, media] of body ? mediaOf(context, body) : []) {
    const schema = memberOf(context, media, 'schema');
    if (schema) yield* membersOfSchema(context, schema, '');
  }
}

function* membersOfSchema(
  context: Context,
  schema: Place<Node>,
  prefix: string,
): Generator<Member> {
  const marked = wordsOf(schema.node['x-protects']);
  const properties = membersOf(context, schema, 'properties');
  for (const [name, member] of properties) {
    if ('x-protects' in member.node) yield* membersOfSchema(context, member, `${prefix}${name}.`);
    else yield { name: `${prefix}${name}`, isMarked: marked.includes(name) };
  }
  const names = properties.map(([name]) => name);
  for (const name of marked.filter((each) => !names.includes(each)))
    yield { name: `${prefix}${name}`, isMarked: false };
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    for (const part of elementsOf(context, schema, keyword))
      yield* membersOfSchema(context, part, prefix);
}
