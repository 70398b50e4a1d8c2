import { type Context, entriesOf, isNode, listOf, type Node } from './document.ts';

/** A description that nobody reads to its end is no description: what is longer belongs to members, codes or a guide. */
export function descriptionLengths({ words }: { words: number }) {
  const check = (node: unknown, context: Context): void => {
    if (!isNode(node) || typeof node['description'] !== 'string') return;
    const count = node['description'].trim().split(/\s+/).length;
    if (count <= words) return;
    const message = `A description has at most ${words} words; this one has ${count}.`;
    context.report({ message, location: context.location.child('description') });
  };
  // A reference has a description of its own beside it.
  return { any: { enter: check }, ref: { enter: check } };
}

/** A constant says itself what it is; what a property refers to describes it, unless a description stands beside the reference. */
export function describedProperties() {
  return {
    Schema(schema: Node, context: Context) {
      for (const [name, property] of entriesOf(schema['properties'])) {
        if (isDescribed(property)) continue;
        const location = context.location.child(['properties', name]);
        context.report({ message: `The property ${name} has no description.`, location });
      }
    },
  };
}

function isDescribed(schema: unknown): boolean {
  if (!isNode(schema)) return true;
  if (['description', 'title', '$ref', 'const'].some((keyword) => keyword in schema)) return true;
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]));
  return parts.some((part) => isNode(part) && isDescribed(part));
}
