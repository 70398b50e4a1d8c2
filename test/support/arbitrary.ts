import fc, { type Arbitrary } from 'fast-check';
import { loadContract, resolve, type Schema } from '../../src/http/operations.ts';

const { document } = loadContract();

/** Values that match a schema of the contract. */
export function fitting(reference: Schema, depth = 0): Arbitrary<unknown> {
  const schema = resolve<Schema>(document, reference);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const [whole] = (schema['allOf'] ?? []) as Schema[];
  if (whole) return fitting(whole, depth);
  for (const union of ['oneOf', 'anyOf']) {
    const branches = schema[union] as Schema[] | undefined;
    if (branches) return fc.oneof(...branches.map((branch) => fitting(branch, depth)));
  }
  const types = [schema['type'] ?? 'any'].flat() as string[];
  return fc.oneof(...types.map((type) => ofType(type, schema, depth)));
}

function ofType(type: string, schema: Schema, depth: number): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer(range(schema, -1_000_000, 1_000_000));
    case 'number':
      return fc.integer(range(schema, -1000, 1000)).map((value) => value);
    case 'string':
      return text(schema);
    case 'array': {
      const minLength = (schema['minItems'] as number | undefined) ?? 0;
      const maxLength = Math.min((schema['maxItems'] as number | undefined) ?? 3, minLength + 3);
      const items = fitting((schema['items'] ?? {}) as Schema, depth + 1);
      return schema['uniqueItems'] === true
        ? fc.uniqueArray(items, { minLength, maxLength, selector: (item) => JSON.stringify(item) })
        : fc.array(items, { minLength, maxLength });
    }
    case 'object':
      return object(schema, depth);
    default:
      return depth > 3 ? fc.constant(null) : storableJson();
  }
}

/** JSON that a database can store. */
const storableJson = (): Arbitrary<unknown> =>
  fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme-ascii' });

function range(schema: Schema, low: number, high: number): { min: number; max: number } {
  const exclusive = schema['exclusiveMinimum'] as number | undefined;
  const min = Math.ceil(
    (schema['minimum'] as number | undefined) ?? (exclusive === undefined ? low : exclusive + 1e-9),
  );
  const max = Math.floor((schema['maximum'] as number | undefined) ?? high);
  return { min, max: Math.max(min, Math.min(max, 2 ** 31 - 1)) };
}

function text(schema: Schema): Arbitrary<string> {
  const minLength = (schema['minLength'] as number | undefined) ?? 0;
  const maxLength = Math.min((schema['maxLength'] as number | undefined) ?? 40, minLength + 60);
  // A required text has a character that is seen.
  const isSeen = (value: string): boolean =>
    minLength === 0 || /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u.test(value);
  const fits = (value: string): boolean =>
    isSeen(value) &&
    [...value].length >= minLength &&
    [...value].length <= ((schema['maxLength'] as number | undefined) ?? 1e9);
  if (typeof schema['pattern'] === 'string')
    return fc.stringMatching(new RegExp(schema['pattern'], 'u')).filter(fits);
  switch (schema['format']) {
    case 'uuid':
      return fc.uuid();
    case 'date':
      return fc
        .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    case 'date-time':
      return fc
        .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString());
    case 'email':
      return fc.emailAddress().filter(fits);
    case 'uri':
      return fc.webUrl();
    default:
      return fc.string({ minLength, maxLength, unit: 'grapheme' }).filter(fits);
  }
}

function object(schema: Schema, depth: number): Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = (schema['required'] ?? []) as string[];
  const fewest = (schema['minProperties'] as number | undefined) ?? 0;
  const maxCount = (schema['maxProperties'] as number | undefined) ?? Infinity;
  const declared = fc
    .record(
      Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, fitting(property, depth + 1)]),
      ),
      { requiredKeys: required },
    )
    .filter(
      (value) => Object.keys(value).length >= fewest && Object.keys(value).length <= maxCount,
    );
  const others = schema['additionalProperties'];
  if (others === false || depth > 2) return declared;
  const value = typeof others === 'object' ? fitting(others as Schema, depth + 1) : storableJson();
  return fc
    .tuple(fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), value, { maxKeys: 3 }), declared)
    .map(([free, fixed]) => ({ ...free, ...(fixed as object) }));
}

/** A matching value with one place broken. */
export const broken = (schema: Schema): Arbitrary<unknown> =>
  fc
    .tuple(fitting(schema), fc.nat(), spoilt())
    .map(([value, place, bad]) => spoil(value, place, bad));

const spoilt = (): Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      ' ',
      '\0',
      '\ud800',
      -1,
      0,
      1e308,
      2 ** 53,
      1.5,
      true,
      [],
      {},
      'x'.repeat(5000),
      "'; drop table users; --",
    ),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
  );

function spoil(value: unknown, place: number, bad: unknown): unknown {
  if (typeof value !== 'object' || value === null) return bad;
  const names = Object.keys(value);
  const chosen = place % (names.length + 3);
  const name = names[chosen];
  if (name === undefined)
    return chosen === names.length
      ? bad
      : Array.isArray(value)
        ? [...value, bad]
        : { ...value, surprise: bad };
  const copy = structuredClone(value) as Record<string, unknown>;
  if (place % 5 === 0) delete copy[name];
  else copy[name] = spoil(copy[name], Math.floor(place / 7), bad);
  return copy;
}
