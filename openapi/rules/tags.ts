import { isNode, listOf, wordsOf, type Context, type Node } from './document.ts';

/** Each tag of the document is in exactly one group of `x-tagGroups`, and a group has no other tags. */
export function tagGroups() {
  return {
    Root(node: Node, context: Context) {
      const nodes = (name: string): Node[] => listOf(node[name]).filter(isNode);
      const tags = nodes('tags').flatMap((tag) => wordsOf(tag['name']));
      const grouped = nodes('x-tagGroups').flatMap((group) => wordsOf(group['tags']));
      const wrong = new Set(tags).symmetricDifference(new Set(grouped));
      for (const tag of grouped.filter((name, index) => grouped.indexOf(name) !== index))
        wrong.add(tag);
      for (const tag of wrong)
        context.report({
          message: `A tag is defined, and in one group of x-tagGroups; "${tag}" is not.`,
          location: context.location.child('tags'),
        });
    },
  };
}
