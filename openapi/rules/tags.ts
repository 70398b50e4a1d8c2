import { isNode, listOf, wordsOf, type Context, type Node } from './document.ts';
import { operationVisitor } from './operations.ts';

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

interface Audiences {
  /** The audiences of tags; that of all others is `client`. */
  readonly tags: Readonly<Record<string, string>>;
  readonly session: string;
  /** The scope of a session of those who run the service. */
  readonly superAdmin: string;
  /** Where the paths of operations begin that only simulate. */
  readonly simulation: string;
}

/** An operation says for whom it is, as its tag, its callers and its path do. */
export function audiences({ tags, session, superAdmin, simulation }: Audiences) {
  return operationVisitor(({ node, location, path }, context) => {
    const isForSuperAdmins = listOf(node['security']).some(
      (schemes) => isNode(schemes) && wordsOf(schemes[session]).includes(superAdmin),
    );
    const demanded = new Set([
      ...wordsOf(node['tags']).map((tag) => tags[tag] ?? 'client'),
      ...(isForSuperAdmins ? ['operator'] : []),
      ...(node['x-rate-limit'] === 'carrier' ? ['carrier'] : []),
      ...(path.startsWith(simulation) ? ['simulation'] : []),
    ]);
    for (const audience of demanded)
      if (node['x-audience'] !== audience) {
        const message = `The x-audience is ${audience}, as the tag, the callers or the path say.`;
        return context.report({ message, location: location.child('x-audience') });
      }
  });
}
