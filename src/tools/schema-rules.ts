/** Where something is wrong in what a client sent, and what. */
export interface PlacedFault {
  readonly path: readonly string[];
  readonly fault: string;
}

export type Schema = Readonly<Record<string, unknown>>;

/**
 * How many values a schema has once its references are written out. A check takes time in proportion to them and to the
 * values that are checked.
 */
export const maxValues = 300;
export const maxLevels = 16;
const dialects = [undefined, 'https://json-schema.org/draft/2020-12/schema'];

type Kind = 'schema' | 'list' | 'named' | 'value';

const keywordsByKind: Readonly<Record<Kind, readonly string[]>> = {
  schema: ['additionalProperties', 'propertyNames', 'items', 'not', 'if', 'then', 'else'],
  list: ['prefixItems', 'allOf', 'anyOf', 'oneOf'],
  named: ['properties', 'dependentSchemas'],
  value: (
    '$comment title description default examples deprecated readOnly writeOnly type enum const format ' +
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minItems maxItems minProperties maxProperties required dependentRequired'
  ).split(' '),
};

/** What a keyword holds: a schema, several in a list or by name, or a value that is no schema. */
const keywords = new Map(
  (['schema', 'list', 'named', 'value'] as const).flatMap((kind) =>
    keywordsByKind[kind].map((name) => [name, kind] as const),
  ),
);
/** What a keyword holds; undefined for one that is not supported. */
export const keywordKind = (name: string): Kind | undefined => keywords.get(name);

/** Those that change nothing about what is valid. */
const annotations = new Set([
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
const reference = /^#\/\$defs\/([^/]+)$/;

class Refusal extends Error {
  readonly placed: PlacedFault;
  constructor(path: readonly string[], fault: string) {
    super(fault);
    this.placed = { path, fault };
  }
}

interface Place {
  readonly path: readonly string[];
  readonly level: number;
  /** The definitions that are being written out. */
  readonly within: readonly string[];
}

/** The schema with its references written out, without definitions. Its keywords are known and its size is bounded. */
export function writtenOut(root: Schema): { readonly schema: Schema } | PlacedFault {
  const { $defs = {}, $schema, ...rest } = root;
  let values = 0;
  const count = ({ path, level }: Place): void => {
    values += 1;
    if (values > maxValues)
      throw new Refusal(
        path,
        `The schema has more than ${maxValues} values, with references written out.`,
      );
    if (level > maxLevels)
      throw new Refusal(
        path,
        `The schema has more than ${maxLevels} levels, with references written out.`,
      );
  };
  const below = (place: Place, name: string): Place => ({
    ...place,
    path: [...place.path, name],
    level: place.level + 1,
  });
  const value = (given: unknown, place: Place): unknown => {
    count(place);
    if (Array.isArray(given))
      return given.map((each, index) => value(each, below(place, String(index))));
    if (!isObject(given)) return given;
    return mapped(given, (each, name) => value(each, below(place, name)));
  };
  const list = (given: unknown, place: Place): unknown => {
    count(place);
    if (!Array.isArray(given)) throw new Refusal(place.path, 'Send a list of schemas.');
    return given.map((each, index) => schema(each, below(place, String(index))));
  };
  const named = (given: unknown, place: Place): unknown => {
    count(place);
    if (!isObject(given)) throw new Refusal(place.path, 'Send an object of schemas.');
    return mapped(given, (each, name) => schema(each, below(place, name)));
  };
  const schema = (given: unknown, place: Place): unknown => {
    count(place);
    if (typeof given === 'boolean') return given;
    if (!isObject(given)) throw new Refusal(place.path, 'Send a schema: an object, true or false.');
    const { $ref, ...others } = given;
    const own = mapped(others, (each, name) => {
      const at = below(place, name);
      const kind = keywords.get(name);
      if (kind === undefined) throw new Refusal(at.path, `The keyword "${name}" is not supported.`);
      return { schema, list, named, value }[kind](each, at);
    });
    if ($ref === undefined) return own;
    const target = resolved($ref, below(place, '$ref'));
    if (Object.keys(own).every((name) => annotations.has(name)) && isObject(target))
      return { ...target, ...own };
    const all = Array.isArray(own['allOf']) ? own['allOf'] : [];
    return { ...own, allOf: [...all, target] };
  };
  const resolved = ($ref: unknown, place: Place): unknown => {
    const [, encoded] = typeof $ref === 'string' ? (reference.exec($ref) ?? []) : [];
    const name = encoded?.replaceAll('~1', '/').replaceAll('~0', '~');
    if (name === undefined || !isObject($defs) || !Object.hasOwn($defs, name))
      throw new Refusal(place.path, 'A reference leads to #/$defs/ and the name of a definition.');
    if (place.within.includes(name))
      throw new Refusal(place.path, `The definition "${name}" refers to itself.`);
    const path = ['$defs', name];
    return schema($defs[name], { path, level: place.level - 1, within: [...place.within, name] });
  };
  try {
    if (!dialects.includes($schema as undefined))
      throw new Refusal(['$schema'], `Send a schema of ${dialects[1]}.`);
    return { schema: schema(rest, { path: [], level: 0, within: [] }) as Schema };
  } catch (error) {
    if (error instanceof Refusal) return error.placed;
    throw error;
  }
}

/** How many values a JSON value has, each member and item counted. */
export function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let values = 1;
  for (const each of Array.isArray(value) ? value : Object.values(value)) values += valuesIn(each);
  return values;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (
  object: Readonly<Record<string, unknown>>,
  each: (value: unknown, name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, each(value, name)]));
