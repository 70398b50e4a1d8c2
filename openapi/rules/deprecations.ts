import { type Context, elementsOf, isNode, type Node } from './document.ts';
import { operationsOf } from './preconditions.ts';

const dayMs = 86_400_000;

/**
 * A deprecated operation has `x-deprecation`: since when, until when it stays at least, and which operation to call
 * instead. The server sends both times with each of its answers. They are `days` apart or more. A deprecated parameter
 * has `x-successor`, the parameter that means the same.
 */
export function deprecations({ days }: { days: number }) {
  return {
    Operation(operation: Node, context: Context) {
      const parameters = elementsOf(
        context,
        { node: operation, location: context.location },
        'parameters',
      );
      const staying = parameters.filter(({ node }) => isNode(node) && node['deprecated'] !== true);
      const names = new Set(staying.map(({ node }) => isNode(node) && node['name']));
      for (const { node, location } of parameters) {
        const { deprecated, 'x-successor': successor } = isNode(node) ? node : {};
        if (deprecated === true ? names.has(successor) : successor === undefined) continue;
        const message =
          'x-successor of a deprecated parameter, and of no other, names one of the operation that stays.';
        context.report({ message, location });
      }
    },
    Paths(paths: Node, context: Context) {
      const operations = operationsOf(context, paths);
      const ids = new Set(operations.map(({ node }) => node['operationId']));
      for (const { node, location } of operations) {
        const message = faultOf(node, { ids, days });
        if (message !== undefined) context.report({ message, location });
      }
    },
  };
}

function faultOf(
  { deprecated, 'x-deprecation': said, operationId }: Node,
  { ids, days }: { ids: ReadonlySet<unknown>; days: number },
): string | undefined {
  if (deprecated !== true)
    return said === undefined ? undefined : 'Only a deprecated operation has x-deprecation.';
  const { since, sunset, successor } = isNode(said) ? said : {};
  const stays = Date.parse(String(sunset)) - Date.parse(String(since));
  if (!(stays >= days * dayMs))
    return `x-deprecation of a deprecated operation has since and sunset, dates at least ${days} days apart.`;
  if (successor === operationId || !ids.has(successor))
    return 'x-deprecation names another operation as successor.';
  return undefined;
}
