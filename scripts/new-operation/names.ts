import { fileOf, wordsOf, type Request } from './request.ts';

/** The names that follow from an operation. */
export interface Names {
  readonly verb: string;
  /** The name of the schema: `Tag`. */
  readonly schema: string;
  /** In sentences: `tag`, `tags`. */
  readonly singular: string;
  readonly plural: string;
  /** With its article: `a tag`. */
  readonly one: string;
  /** Its subject in audit events: `tag`. */
  readonly subject: string;
  /** The parameters of the path. */
  readonly parameters: readonly string[];
  readonly file: string;
}

export function namesOf(request: Request, verbs: readonly string[]): Names {
  const [verb = '', noun = ''] = wordsOf(request.id, verbs) ?? [];
  const schema = verb === 'list' ? singularOf(noun) : noun;
  const words = schema.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return {
    verb,
    schema,
    singular: words,
    plural: pluralOf(words),
    one: `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`,
    subject: words.replaceAll(' ', '_'),
    parameters: [...request.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    file: fileOf(request),
  };
}

const singularOf = (noun: string): string =>
  noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/(?<=sh|ch|x|ss)es$|(?<!s)s$/, '');

const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun)
    ? `${noun.slice(0, -1)}ies`
    : /(sh|ch|x|s)$/.test(noun)
      ? `${noun}es`
      : `${noun}s`;

/** `tag_id` as the key of a component: `TagId`. */
export const componentOf = (parameter: string): string =>
  parameter.replace(/(^|_)([a-z])/g, (_, __, initial: string) => initial.toUpperCase());

/** `revoke` of `revokeTag` as what happened: `revoked`. */
export const pastOf = (verb: string): string => {
  const words = verb.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return words.endsWith('e') ? `${words}d` : `${words}ed`;
};
