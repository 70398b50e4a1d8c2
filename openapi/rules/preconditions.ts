import { type Context, isNode, memberOf, type Node, wordsOf } from './document.ts';
import { type OperationPlace, parametersOf, responsesOf } from './operations.ts';

/**
 * A GET with an ETag declares 304, and every operation that changes what it shows accepts If-Match and returns the new
 * ETag. `except` names the PUTs and PATCHes of objects without an ETag.
 */
export function preconditions({ except = [] }: { except?: string[] }) {
  return {
    Paths(paths: Node, context: Context) {
      const all = operationsOf(context, paths);
      const tagged = new Set(
        all
          .filter((each) => each.method === 'get' && declaresEtag(context, each))
          .map(({ path }) => path),
      );
      for (const each of all) {
        for (const message of faultsOf(context, each, { tagged, except }))
          context.report({ message, location: each.location });
      }
    },
  };
}

function operationsOf(context: Context, paths: Node): OperationPlace[] {
  const root = { node: paths, location: context.location };
  return Object.keys(paths).flatMap((path) => {
    const pathItem = memberOf(context, root, path);
    if (!pathItem) return [];
    return ['get', 'put', 'post', 'patch', 'delete'].flatMap((method) => {
      const operation = memberOf(context, pathItem, method);
      return operation ? [{ ...operation, method, path, pathItem }] : [];
    });
  });
}

interface Tagged {
  /** The paths whose GET has an ETag. */
  readonly tagged: ReadonlySet<string>;
  readonly except: readonly string[];
}

function* faultsOf(
  context: Context,
  operation: OperationPlace,
  { tagged, except }: Tagged,
): Generator<string> {
  const { node, method, path } = operation;
  const statuses = responsesOf(context, operation).map(([status]) => status);
  if (method === 'get') {
    if (declaresEtag(context, operation) !== statuses.includes('304'))
      yield 'A GET whose 200 has an ETag declares 304, and no other does.';
    return;
  }
  const isTagged = tagged.has(subjectOf(operation));
  const takesIfMatch = parametersOf(context, operation).some(
    (parameter) => parameter.node['name'] === 'If-Match',
  );
  const replaces = method === 'put' || method === 'patch';
  const creates = statuses.includes('201') || statuses.includes('202');
  if (isTagged && !takesIfMatch && 'x-audit' in node && !creates)
    yield `The operation changes what the GET of ${subjectOf(operation)} shows with an ETag: it takes If-Match.`;
  if (takesIfMatch && !isTagged)
    yield `The operation takes If-Match, and no GET of ${subjectOf(operation)} shows an ETag.`;
  if (takesIfMatch && !statuses.includes('204') && !declaresEtag(context, operation))
    yield 'An operation that takes If-Match answers the new ETag.';
  if (replaces && !isTagged && !wordsOf(node['operationId']).some((id) => except.includes(id)))
    yield `What can be changed has an ETag: the GET of ${path} shows none.`;
}

/** The path of the object that an operation acts on: a POST to a verb acts on the parent of the verb. */
const subjectOf = ({ method, path }: OperationPlace): string =>
  method === 'post' ? path.slice(0, path.lastIndexOf('/')) : path;

function declaresEtag(context: Context, operation: OperationPlace): boolean {
  return responsesOf(context, operation).some(
    ([status, { node }]) =>
      status.startsWith('2') && isNode(node['headers']) && 'ETag' in node['headers'],
  );
}
