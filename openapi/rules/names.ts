import { type Context, entriesOf, isNode, type Node, wordsOf } from './document.ts';

interface Names {
  /** The names that are not used, each with what is written instead. */
  readonly words: Readonly<Record<string, string>>;
  /** The names that are not used beside another member, each with what is written instead. */
  readonly beside?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Exceptions: `Schema.member`, `Component.parameter`, or a name wherever it stands. */
  readonly except?: readonly string[];
}

/** One name for one thing: what has a unit ends with it, and a boolean begins with `is_` or `has_`. */
export function names({ words, beside = {}, except = [] }: Names) {
  const faultOf = (name: string, schema: unknown, others: Node = {}): string | undefined => {
    const here = Object.entries(beside).filter(([other]) => Object.hasOwn(others, other));
    const word = [words, ...here.map(([, each]) => each)].find((each) => Object.hasOwn(each, name));
    if (word) return `${name} is called ${word[name]} here.`;
    const isBoolean = isNode(schema) && wordsOf(schema['type']).includes('boolean');
    return isBoolean && !/^(is|has)_/.test(name)
      ? `The boolean ${name} begins with is_ or has_.`
      : undefined;
  };
  return {
    Schema(schema: Node, context: Context) {
      const owner = context.location.pointer.split('/').at(-1);
      const properties = isNode(schema['properties']) ? schema['properties'] : {};
      for (const [name, member] of entriesOf(properties)) {
        if (isNode(member) && member['deprecated'] === true) continue;
        if (except.includes(name) || except.includes(`${owner}.${name}`)) continue;
        const message = faultOf(name, member, properties);
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
