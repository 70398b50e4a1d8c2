import { type Context, entriesOf, isNode, type Node, wordsOf } from './document.ts';

interface Names {
  /** The names that are not used, each with what is written instead. */
  readonly words: Readonly<Record<string, string>>;
  /** Exceptions: `Schema.member`, `Component.parameter`, or a name wherever it stands. */
  readonly except?: readonly string[];
}

/** One name for one thing: what has a unit ends with it, and a boolean begins with `is_` or `has_`. */
export function names({ words, except = [] }: Names) {
  const faultOf = (name: string, schema: unknown): string | undefined => {
    if (Object.hasOwn(words, name)) return `${name} is called ${words[name]} here.`;
    const isBoolean = isNode(schema) && wordsOf(schema['type']).includes('boolean');
    return isBoolean && !/^(is|has)_/.test(name)
      ? `The boolean ${name} begins with is_ or has_.`
      : undefined;
  };
  return {
    Schema(schema: Node, context: Context) {
      const owner = context.location.pointer.split('/').at(-1);
      for (const [name, member] of entriesOf(schema['properties'])) {
        if (isNode(member) && member['deprecated'] === true) continue;
        if (except.includes(name) || except.includes(`${owner}.${name}`)) continue;
        const message = faultOf(name, member);
        const location = context.location.child(['properties', name]);
        if (message !== undefined) context.report({ message, location });
      }
    },
    Parameter({ name, schema, deprecated }: Node, context: Context) {
      // A former name stays beside its successor.
      if (typeof name !== 'string' || deprecated === true) return;
      const owner = context.location.pointer.split('/').at(-1);
      if (except.includes(name) || except.includes(`${owner}.${name}`)) return;
      const message = faultOf(name, schema);
      if (message !== undefined)
        context.report({ message, location: context.location.child('name') });
    },
  };
}
