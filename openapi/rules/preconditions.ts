import { type Context, isNode, memberOf, type Node, wordsOf } from './document.ts';
import { type OperationPlace, parametersOf, responsesOf } from './operations.ts';

/**
 * The GET of an object that some operation changes has an ETag and declares 304, and every operation that changes what it
 * shows accepts If-Match and returns the new ETag: a PUT, PATCH or DELETE at its path, a POST there or to a verb below.
 * `except` names the operations that do without, `parts` the operations that change a part that the GET of a path above
 * shows.
 */
export function preconditions({
  except = [],
  parts = [],
}: {
  except?: string[];
  parts?: string[];
}) {
  return {
    Paths(paths: Node, context: Context) {
      const all = operationsOf(context, paths);
      const gets = all.filter(({ method, node }) => method === 'get' && showsOne(node));
      const shown = new Set(gets.map(({ path }) => path));
      const tagged = new Set(
        gets.filter((each) => declaresEtag(context, each)).map(({ path }) => path),
      );
      for (const each of all) {
        for (const message of faultsOf(context, each, { shown, tagged, except, parts }))
          context.report({ message, location: each.location });
      }
    },
  };
}

/** The operations of the document, with the references to them followed. */
export function operationsOf(context: Context, paths: Node): OperationPlace[] {
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

/** Whether a GET shows one object: no list and no stream. */
const showsOne = (operation: Node): boolean =>
  !wordsOf(operation['operationId']).some((id) => /^(list|stream)/.test(id));

interface Options {
  /** The paths whose GET shows one object. */
  readonly shown: ReadonlySet<string>;
  /** The paths whose GET has an ETag. */
  readonly tagged: ReadonlySet<string>;
  readonly except: readonly string[];
  readonly parts: readonly string[];
}

function* faultsOf(
  context: Context,
  operation: OperationPlace,
  { shown, tagged, except, parts }: Options,
): Generator<string> {
  const { node, method } = operation;
  const statuses = responsesOf(context, operation).map(([status]) => status);
  if (method === 'get') {
    if (declaresEtag(context, operation) !== statuses.includes('304'))
      yield 'A GET whose 200 has an ETag declares 304, and no other does.';
    return;
  }
  const subject = subjectOf(operation, { shown, tagged, parts });
  const isTagged = tagged.has(subject);
  const isExcepted = wordsOf(node['operationId']).some((id) => except.includes(id));
  const takesIfMatch = parametersOf(context, operation).some(
    (parameter) => parameter.node['name'] === 'If-Match',
  );
  const replaces = method === 'put' || method === 'patch';
  const changes = replaces || ('x-audit' in node && !statuses.includes('201'));
  const needsIfMatch = changes && isTagged && !takesIfMatch;
  const needsEtag = changes && !isTagged && (method !== 'post' || shown.has(subject));
  if (isExcepted && !needsIfMatch && !needsEtag)
    yield `\`${String(node['operationId'])}\` needs no exception any more.`;
  if (needsIfMatch && !isExcepted)
    yield `The operation changes what the GET of ${subject} shows with an ETag: it takes If-Match.`;
  if (takesIfMatch && !isTagged)
    yield `The operation takes If-Match, and no GET of ${subject} shows an ETag.`;
  if (takesIfMatch && !statuses.includes('204') && !declaresEtag(context, operation))
    yield 'An operation that takes If-Match answers the new ETag.';
  if (needsEtag && !takesIfMatch && !isExcepted)
    yield `What can be changed has an ETag: the GET of ${subject} shows none.`;
}

/**
 * The path of the object that an operation acts on: a POST to a verb acts on the parent, a POST to the path of an object on
 * that, a change of a part on the nearest path above whose GET has an ETag.
 */
function subjectOf(
  { node, method, path }: OperationPlace,
  { shown, tagged, parts }: Pick<Options, 'shown' | 'tagged' | 'parts'>,
): string {
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (!wordsOf(node['operationId']).some((id) => parts.includes(id)))
    return method === 'post' && !shown.has(path) ? parent : path;
  const above = [...tagged].filter((whole) => path.startsWith(`${whole}/`));
  return above.toSorted((one, other) => other.length - one.length)[0] ?? parent;
}

function declaresEtag(context: Context, operation: OperationPlace): boolean {
  return responsesOf(context, operation).some(
    ([status, { node }]) =>
      status.startsWith('2') && isNode(node['headers']) && 'ETag' in node['headers'],
  );
}
