import fc from 'fast-check';
import { loadContract, resolve, type Schema } from '../../src/http/operations.ts';
import { fitting } from './arbitrary.ts';

const { document } = loadContract();

/** Builds a body, as text, with the given text at some place of a schema. */
type Wrap = (inner: string) => string;
export interface WorstBody {
  readonly kind: string;
  /** The body's text, of about this many bytes. */
  readonly of: (bytes: number) => string;
}

/**
 * The bodies that are most expensive for a validator of the schema: each has something large and invalid at one place. Places
 * below the body whose schema is in `tried` are left out, and the others added to it.
 */
export function worstBodies(schema: Schema, tried = new Set<string>()): WorstBody[] {
  return [...placesIn(schema, (inner) => inner, 'body', 0)].flatMap(
    ({ at, wrap, schema: found }) => {
      const text = JSON.stringify(found, (key, value) => (key === 'description' ? null : value));
      if (at !== 'body' && tried.has(text)) return [];
      tried.add(text);
      return fillingsOf(found).map(([kind, fill]) => ({
        kind: `${at}: ${kind}`,
        of: (bytes: number) => wrap(fill(bytes - wrap('').length)),
      }));
    },
  );
}

interface Place {
  readonly at: string;
  readonly wrap: Wrap;
  readonly schema: Schema;
}

function* placesIn(reference: Schema, wrap: Wrap, at: string, depth: number): Generator<Place> {
  const schema = resolve<Schema>(document, reference);
  if (depth > 8) return;
  yield { at, wrap, schema };
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    for (const [index, branch] of listOf(schema[keyword]).entries())
      yield* placesIn(branch, wrap, `${at}|${index}`, depth + 1);
  }
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const tags = Object.entries(properties).flatMap(([name, property]) => {
    const { const: tag } = resolve<Schema>(document, property);
    return tag === undefined ? [] : [[name, `${JSON.stringify(name)}:${JSON.stringify(tag)},`]];
  });
  for (const [name, property] of Object.entries(properties)) {
    const others = tags.filter(([tag]) => tag !== name).map(([, text]) => text);
    const inside: Wrap = (inner) => wrap(`{${others.join('')}${JSON.stringify(name)}:${inner}}`);
    yield* placesIn(property, inside, `${at}.${name}`, depth + 1);
  }
  if (schema['items'])
    yield* placesIn(schema['items'] as Schema, (inner) => wrap(`[${inner}]`), `${at}[]`, depth + 1);
}

const listOf = (value: unknown): readonly Schema[] =>
  Array.isArray(value) ? (value as Schema[]) : [];

type Filling = readonly [kind: string, fill: (bytes: number) => string];

function fillingsOf(schema: Schema): Filling[] {
  const types = [schema['type'] ?? []].flat() as string[];
  return [
    ...(types.includes('string') ? textFillings : []),
    ...(types.includes('array') ? arrayFillings((schema['items'] ?? {}) as Schema) : []),
    ...(types.includes('object') || schema['oneOf'] ? objectFillings : []),
    ...otherFillings,
  ];
}

const repeated = (part: string, bytes: number): string =>
  part.repeat(Math.max(1, Math.floor(bytes / part.length)));
const items = (item: string, bytes: number): string =>
  `[${repeated(`${item},`, bytes - item.length)}${item}]`;
const members = (bytes: number, value = '0'): string => {
  const texts: string[] = [];
  for (let length = 2; length < bytes; length += texts.at(-1)!.length + 1)
    texts.push(`"${texts.length.toString(36)}":${value}`);
  return `{${texts.join(',')}}`;
};
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Texts that a pattern with several ways to match would try in all of them. */
const textFillings: Filling[] = ['a', '0', '*', 'a.', 'a-', '1:', '", ', '/a', 'é', '-T'].map(
  (part) => [
    `${part}${part}...`,
    (bytes) => `"${repeated(part.replaceAll('"', '\\"'), bytes)}\\n"`,
  ],
);
textFillings.push(['an address', (bytes) => `"a@${repeated('a.', bytes)}"`]);
textFillings.push(['a URL', (bytes) => `"https://${repeated('a/', bytes)} "`]);

const arrayFillings = (item: Schema): Filling[] => {
  const [fits] = fc.sample(fitting(item), { numRuns: 1, seed: 5 });
  return [
    ['zeros', (bytes) => items('0', bytes)],
    ['texts', (bytes) => items('""', bytes)],
    ['nulls', (bytes) => items('null', bytes)],
    ['different numbers', (bytes) => `[${Array.from({ length: bytes / 7 }, (_, i) => i).join()}]`],
    ['empty objects', (bytes) => items('{}', bytes)],
    ['unknown members', (bytes) => items('{"x":0,"y":0}', bytes)],
    ['nested arrays', (bytes) => items(nested(60), bytes)],
    ['duplicates that fit', (bytes) => items(JSON.stringify(fits), bytes)],
  ];
};

const objectFillings: Filling[] = [
  ['unknown members', (bytes) => members(bytes)],
  ['unknown objects', (bytes) => members(bytes, '{"type":[]}')],
  ['members that come twice', (bytes) => `{"a":${members(bytes / 2)},"a":${members(bytes / 2)}}`],
  ['a long name', (bytes) => `{"${'n'.repeat(bytes)}":0}`],
  ['a name that is a path', (bytes) => `{"${repeated('~1/', bytes)}":0}`],
];

const otherFillings: Filling[] = [
  ['a number', () => '0'],
  ['a long text', (bytes) => `"${'é'.repeat(bytes / 2)}"`],
  ['an array', (bytes) => items('[]', bytes)],
  ['nested deeply', (bytes) => items(nested(80), bytes)],
  ['too deep', (bytes) => '['.repeat(bytes)],
  ['escaped control characters', (bytes) => items('"\\u0000"', bytes)],
  ['broken at the end', (bytes) => `${items('"a"', bytes)},`],
];
