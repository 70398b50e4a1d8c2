import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadSchemas } from '../../../src/tools/schemas.ts';
import { accepted } from '../../../src/tools/schemas/writing-rules.ts';

const name = fc.constantFrom('a', 'b', 'constructor', 'x-1');
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, 0, 1, 2.5, -3, '', 'a', 'ab', 'x-1', '😀'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const count = fc.integer({ min: 0, max: 3 });
const pattern = fc.constantFrom('^a', 'b$', '^x-[0-9]+$', '^.{2}$');
const optional = (schema: fc.Arbitrary<unknown>) =>
  fc.record(
    {
      type: fc.constantFrom('string', 'integer', 'number', 'object', 'array', ['string', 'null']),
      enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      const: value,
      minimum: count,
      exclusiveMaximum: count,
      minLength: count,
      maxLength: count,
      pattern,
      minItems: count,
      uniqueItems: fc.boolean(),
      items: schema,
      prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
      contains: schema,
      minContains: count,
      maxContains: count,
      properties: fc.dictionary(name, schema, { maxKeys: 2, noNullPrototype: true }),
      patternProperties: fc.dictionary(pattern, schema, { maxKeys: 2, noNullPrototype: true }),
      additionalProperties: schema,
      propertyNames: schema,
      required: fc.uniqueArray(name, { maxLength: 2 }),
      maxProperties: count,
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
        maxKeys: 1,
        noNullPrototype: true,
      }),
      dependentSchemas: fc.dictionary(name, schema, { maxKeys: 1, noNullPrototype: true }),
      allOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
      anyOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
      oneOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
      not: schema,
      if: schema,
      // A keyword of JSON Schema.
      // oxlint-disable-next-line unicorn/no-thenable
      then: schema,
      else: schema,
      $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
    },
    { requiredKeys: [] },
  );
/** Few keywords in each, or nothing would be valid. */
const schema = fc.letrec((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2 },
    fc.boolean(),
    optional(tie('schema')).map((all) => Object.fromEntries(Object.entries(all).slice(0, 4))),
  ),
})).schema;
const root = fc.record({
  properties: fc.dictionary(name, schema, { maxKeys: 2, noNullPrototype: true }),
  items: schema,
  $defs: fc.record({ a: schema, b: schema }),
});

test('A check decides as a library does that compiles schemas', async () => {
  const { faultOf } = await loadSchemas();
  const options = { strict: false, ownProperties: true, logger: false } as const;
  let [valid, invalid] = [0, 0];

  fc.assert(
    fc.property(root, fc.array(value, { minLength: 5, maxLength: 5 }), (given, values) => {
      const ours = accepted(given);
      fc.pre('schema' in ours);
      const theirs = new Ajv2020(options).compile(given);
      for (const each of values) {
        const expected = theirs(each);
        if (expected) valid += 1;
        else invalid += 1;
        expect(faultOf(ours.schema, each) === undefined).toBe(expected);
      }
    }),
    { numRuns: 300 },
  );

  expect(valid).toBeGreaterThan(20);
  expect(invalid).toBeGreaterThan(20);
});
