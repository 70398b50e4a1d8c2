import { isObject, kindOf, type PlacedFault, type Schema } from '../rules.ts';
import { dialectFault, ignoresSiblings, isDialect, modern } from './dialect-rules.ts';
import { type References, referencesIn, type Target } from './reference-rules.ts';
import { isType } from '../checks/value-rules.ts';

type Test = readonly [isValid: (value: unknown) => boolean, says: string];

const names = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const tests: Readonly<Record<string, Test>> = {
  type: [
    (value) => {
      const list: readonly unknown[] = [value].flat();
      return list.length > 0 && list.every(isType);
    },
    'Send null, boolean, string, number, integer, array or object, or a list of these.',
  ],
  count: [(value) => Number.isInteger(value) && Number(value) >= 0, 'Send an integer from 0 up.'],
  number: [(value) => typeof value === 'number', 'Send a number.'],
  positive: [(value) => typeof value === 'number' && value > 0, 'Send a number above 0.'],
  text: [(value) => typeof value === 'string', 'Send a text.'],
  flag: [(value) => typeof value === 'boolean', 'Send true or false.'],
  values: [Array.isArray, 'Send a list of values.'],
  names: [names, 'Send a list of names.'],
  lists: [
    (value) => isObject(value) && Object.values(value).every(names),
    'Send an object of lists of names.',
  ],
};

const keywords: ReadonlyMap<string, Test | undefined> = new Map(
  Object.entries({
    type: 'type',
    count:
      'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
    number: 'minimum maximum exclusiveMinimum exclusiveMaximum',
    positive: 'multipleOf',
    text: 'pattern $ref $dynamicRef $recursiveRef',
    flag: 'uniqueItems',
    values: 'enum',
    names: 'required',
    lists: 'dependentRequired',
  }).flatMap(([test, list]) => list.split(' ').map((name) => [name, tests[test]] as const)),
);

/** Servers have kinds of values of their own, such as `any`, which are left to them. */
const ofText = (list: readonly unknown[]): string | undefined =>
  list.every((each) => typeof each === 'string') ? undefined : tests['type']?.[1];

/** What is wrong with the value of a keyword that holds no schema; undefined if nothing is. */
function shapeFault(keyword: string, value: unknown, isForeign: boolean): string | undefined {
  if (isForeign && keyword === 'type') return ofText([value].flat());
  const test = keywords.get(keyword);
  return test === undefined || test[0](value) ? undefined : test[1];
}

/** How large a schema is as JSON, with references written out. */
const maxSchemaBytes = 16_384;
export const maxLevels = 64;

class Refusal extends Error {
  readonly placed: PlacedFault;
  constructor(path: readonly string[], fault: string) {
    super(fault);
    this.placed = { path, fault };
  }
}
class TooLarge extends Refusal {}

interface Place {
  readonly path: readonly string[];
  readonly level: number;
  /** What the references led to that this is below. */
  readonly within: readonly unknown[];
  /** How many of them are about the same value. */
  readonly sameValue: number;
}

interface Writing {
  /** Whether it is a server's, which knows what this one does not: what it cannot refer to is left to it. */
  readonly isForeign: boolean;
  /** Whether references are written out where that is possible. */
  readonly isWrittenOut: boolean;
}

/**
 * The schema as that of draft 2020-12, with references written out: those that lead back to themselves, and all of a schema that
 * would be too large, lead to its `$defs`. A schema of a server may have references that lead to nothing.
 */
export function accepted(
  root: Schema,
  { isForeign = false } = {},
): { readonly schema: Schema } | PlacedFault {
  const write = (isWrittenOut: boolean) => ({
    schema: written(root, { isForeign, isWrittenOut }),
  });
  try {
    if (!isDialect(root['$schema'])) return { path: ['$schema'], fault: dialectFault };
    try {
      return write(true);
    } catch (error) {
      if (error instanceof TooLarge) return write(false);
      throw error;
    }
  } catch (error) {
    if (error instanceof Refusal) return error.placed;
    throw error;
  }
}

function written(root: Schema, writing: Writing): Schema {
  const references = referencesIn(root);
  const definitions = new Map<unknown, { readonly name: string; readonly target: Target }>();
  const writer = createWriter({ root, references, definitions, ...writing });
  const schema = writer({ schema: root, path: [] }, [root]);
  const $defs: [string, unknown][] = [];
  for (const { name, target } of definitions.values())
    $defs.push([name, writer(target, [target.schema])]);
  const whole = { ...schema, ...($defs.length > 0 && { $defs: Object.fromEntries($defs) }) };
  if (Buffer.byteLength(JSON.stringify(whole)) > maxSchemaBytes) throw new TooLarge([], tooLarge);
  return whole;
}

const tooLarge = `The schema has more than ${maxSchemaBytes} bytes, with references written out.`;

interface Document extends Writing {
  readonly root: Schema;
  readonly references: References;
  readonly definitions: Map<unknown, { readonly name: string; readonly target: Target }>;
}

function createWriter({ root, references, definitions, isForeign, isWrittenOut }: Document) {
  let size = 0;
  const count = ({ path, level }: Place, bytes: number): void => {
    size += bytes;
    if (size > maxSchemaBytes) throw new TooLarge(path, tooLarge);
    if (level > maxLevels)
      throw new Refusal(
        path,
        `The schema has more than ${maxLevels} levels, with references written out.`,
      );
  };
  const below = (place: Place, name: string, isOther: boolean): Place => ({
    path: [...place.path, name],
    level: place.level + 1,
    within: place.within,
    sameValue: isOther ? 0 : place.sameValue,
  });
  const keyword = (name: string, value: unknown, place: Place): unknown => {
    const at = below(place, name, ofParts.has(name));
    const kind = kindOf(name);
    count(at, name.length + 4);
    if (kind === 'schema') return schema(value, at);
    if (kind === undefined) {
      if (isForeign && typeof value === 'string' && isBound(name)) return Number(value);
      const fault = shapeFault(name, value, isForeign);
      if (fault !== undefined) throw new Refusal(at.path, fault);
      count(at, JSON.stringify(value)?.length ?? 0);
      return value;
    }
    if (kind === 'list' ? !Array.isArray(value) : !isObject(value))
      throw new Refusal(at.path, `Send ${kind === 'list' ? 'a list' : 'an object'} of schemas.`);
    const parts = Object.entries(value as object).map(([part, each]): [string, unknown] => {
      count(at, part.length + 4);
      return [part, schema(each, below(at, part, ofParts.has(name)))];
    });
    return kind === 'list' ? parts.map(([, each]) => each) : Object.fromEntries(parts);
  };
  const schema = (given: unknown, place: Place): unknown => {
    count(place, 2);
    if (typeof given === 'boolean') return given;
    if (!isObject(given)) throw new Refusal(place.path, 'Send a schema: an object, true or false.');
    const { $ref, ...others } = modern(given);
    const entries = Object.entries(others).filter(
      ([name, value]) =>
        value !== undefined &&
        !(isForeign && isBound(name) && !Number.isFinite(Number(value))) &&
        !(isForeign && value === null && !holdsNull.has(name)),
    );
    const hasOld = $ref !== undefined && ignoresSiblings(root['$schema']);
    const own = Object.fromEntries(
      entries
        .filter(([name]) => !hasOld || annotations.has(name))
        .map(([name, value]): [string, unknown] => [name, keyword(name, value, place)]),
    );
    return $ref === undefined ? own : referring(own, { $ref, given, place });
  };
  const referring = (
    own: Schema,
    {
      $ref,
      given,
      place,
    }: { readonly $ref: unknown; readonly given: Schema; readonly place: Place },
  ): unknown => {
    const at = below(place, '$ref', false);
    const target = typeof $ref === 'string' ? references.resolve($ref, given) : undefined;
    if (target === undefined) {
      if (!isForeign || typeof $ref !== 'string')
        throw new Refusal(
          at.path,
          'A reference leads to a place of the schema, such as #/$defs/name.',
        );
      count(at, $ref.length + 8);
      return { ...own, $ref };
    }
    const { within, sameValue, level } = place;
    if (within.slice(within.length - sameValue).includes(target.schema))
      throw new Refusal(at.path, 'The reference leads to itself.');
    const isKept = within.includes(target.schema) || (!isWrittenOut && place.path.length > 0);
    if (isKept && isObject(target.schema)) {
      const kept = target.schema === root ? '#' : `#/$defs/${escaped(nameOf(target))}`;
      count(at, kept.length + 8);
      return { ...own, $ref: kept };
    }
    const out = schema(target.schema, {
      path: target.path,
      level,
      within: [...within, target.schema],
      sameValue: sameValue + 1,
    });
    if (isObject(out) && Object.keys(own).every((name) => annotations.has(name)))
      return { ...out, ...own };
    const all = Array.isArray(own['allOf']) ? (own['allOf'] as readonly unknown[]) : [];
    return { ...own, allOf: [...all, out] };
  };
  const nameOf = (target: Target): string => {
    const known = definitions.get(target.schema);
    if (known) return known.name;
    const names = new Set([...definitions.values()].map(({ name }) => name));
    const wanted = target.path.at(-1) ?? 'schema';
    let name = wanted;
    for (let next = 2; names.has(name); next += 1) name = `${wanted}_${next}`;
    definitions.set(target.schema, { name, target });
    return name;
  };
  return ({ schema: target, path }: Target, within: readonly unknown[]): Schema =>
    schema(target, { path, level: 0, within, sameValue: 1 }) as Schema;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Keywords about a part of the value. */
const ofParts = new Set([
  'properties',
  'patternProperties',
  'prefixItems',
  'additionalProperties',
  'propertyNames',
  'items',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
]);
/** The readers of answers keep a number that a double does not hold as text. As a bound the nearest double does. */
const isBound = (name: string): boolean =>
  /^(?:min|max|exclusive)(?:imum|Minimum|Maximum|Length|Items|Properties|Contains)$|^multipleOf$/.test(
    name,
  );

/** Where null is a value, not a keyword that somebody left empty. */
const holdsNull = new Set(['const', 'default', 'example']);
/** Those that change nothing about what is valid. */
const annotations = new Set(
  '$comment title description default example examples deprecated readOnly writeOnly'.split(' '),
);
