import { isNode, memberOf, wordsOf, type Context, type Place, type Node } from './document.ts';
import { mediaOf, operationVisitor, parametersOf, responsesOf } from './operations.ts';
import type { OperationPlace } from './operations.ts';

/**
 * An operation that is called `list...` takes `limit` and `cursor` and answers `items` and `next_cursor`. `except` names the
 * operations that do not, each with the reason.
 */
export function lists({ except = {} }: { except?: Readonly<Record<string, string>> }) {
  return operationVisitor((operation, context) => {
    const id = String(operation.node['operationId']);
    if (!/^list[A-Z]/.test(id)) return;
    const missing = missingOf(context, operation);
    const location = operation.location.child('operationId');
    const reason = except[id];
    if (reason === undefined && missing.length > 0) {
      const message = `A list is read in pages: it has no ${missing.join(', no ')}.`;
      context.report({ message, location });
    }
    if (reason !== undefined && missing.length === 0)
      context.report({ message: `\`${id}\` needs no exception any more.`, location });
    if (reason !== undefined && !/^[A-Z].*\.$/s.test(reason))
      context.report({
        message: `The exception of \`${id}\` has no reason, a sentence.`,
        location,
      });
  });
}

/** What a list has and an operation lacks. */
function missingOf(context: Context, operation: OperationPlace): string[] {
  const parameters = parametersOf(context, operation)
    .filter(({ node }) => node['in'] === 'query')
    .map(({ node }) => node['name']);
  const shown = responsesOf(context, operation)
    .filter(([status]) => status === '200')
    .flatMap(([, response]) => mediaOf(context, response))
    .flatMap(([, media]) => memberOf(context, media, 'schema') ?? []);
  const has = (name: string): boolean =>
    shown.length > 0 && shown.every((schema) => requires(context, schema, name));
  return [
    ...['limit', 'cursor'].filter((name) => !parameters.includes(name)),
    ...['items', 'next_cursor']
      .filter((name) => !has(name))
      .map((name) => `\`${name}\` in its answer`),
  ];
}

function requires(context: Context, schema: Place<Node>, name: string): boolean {
  const properties = memberOf(context, schema, 'properties');
  const member = properties && memberOf(context, properties, name);
  const isItems = name !== 'items' || (isNode(member?.node) && member.node['type'] === 'array');
  return member !== undefined && isItems && wordsOf(schema.node['required']).includes(name);
}
