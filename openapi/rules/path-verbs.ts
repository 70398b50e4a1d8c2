import type { Context, Node } from './document.ts';
import { operationsOf } from './preconditions.ts';

const verbOf = (name: unknown): string | undefined => /^[a-z]+/.exec(String(name))?.[0];

/**
 * A last segment of a path that begins with a verb says what its operations do, so their operationId begins with that
 * verb. The verbs are those of all operations; `nouns` are segments that only look so.
 */
export function pathVerbs({ nouns = [] }: { nouns?: string[] }) {
  return {
    Paths(paths: Node, context: Context) {
      const operations = operationsOf(context, paths);
      const verbs = new Set(operations.map(({ node }) => verbOf(node['operationId'])));
      for (const { node, location, path } of operations) {
        const segment = path.split('/').at(-1) ?? '';
        const verb = verbOf(segment);
        if (!verbs.has(verb) || nouns.includes(segment)) continue;
        if (verbOf(node['operationId']) === verb) continue;
        const message = `The path ends with the verb ${verb}, so the operationId begins with it.`;
        context.report({ message, location: location.child('operationId') });
      }
    },
  };
}
