import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../src/tools/rules.ts';
import { accepted, maxLevels } from '../../../src/tools/schemas/writing-rules.ts';

const deep = (levels: number): Schema => (levels === 0 ? {} : { not: deep(levels - 1) });
const schemaOf = (schema: object, isForeign = false): unknown => {
  const result = accepted({ ...schema }, { isForeign });
  return 'schema' in result ? result.schema : result;
};
const word = { type: 'string', maxLength: 9 };
const tree = { properties: { children: { items: { $ref: '#/$defs/tree' } } } };

describe('A schema', () => {
  test('has its references written out', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        from: { $ref: '#/$defs/day', description: 'The first day.' },
        until: { $ref: '#/$defs/day', minLength: 10 },
      },
      $defs: { day: { type: 'string', format: 'date', description: 'A day.' }, unused: {} },
    };

    expect(schemaOf(schema)).toEqual({
      type: 'object',
      properties: {
        from: { type: 'string', format: 'date', description: 'The first day.' },
        until: {
          minLength: 10,
          allOf: [{ type: 'string', format: 'date', description: 'A day.' }],
        },
      },
    });
  });

  test.each<[string, object]>([
    ['another property', { properties: { a: word, b: { $ref: '#/properties/a' } } }],
    ['an item of a list', { properties: { a: word, b: { $ref: '#/x/1' } }, x: [0, word] }],
    [
      'a place of OpenAPI',
      { properties: { a: word, b: { $ref: '#/components/w' } }, components: { w: word } },
    ],
    [
      'a name with signs',
      { properties: { a: word, b: { $ref: '#/$defs/a~1b~0%20c' } }, $defs: { 'a/b~ c': word } },
    ],
    ['an anchor', { properties: { a: { $anchor: 'w', ...word }, b: { $ref: '#w' } } }],
    ['an id', { properties: { a: { $id: 'Word', ...word }, b: { $ref: 'Word' } } }],
    [
      'an id of the root',
      { $id: 'https://x.example/s', properties: { a: word, b: { $ref: 's#/properties/a' } } },
    ],
    [
      'the root, below an id',
      {
        properties: {
          a: word,
          b: { $id: 'B', properties: {}, allOf: [{ $ref: '#/properties/a' }] },
        },
      },
    ],
    [
      'definitions of draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { a: word, b: { $ref: '#/definitions/w', minLength: 8 } },
        definitions: { w: word },
      },
    ],
    [
      'a nested definition',
      { properties: { a: word, b: { $defs: { w: word }, $ref: '#/properties/b/$defs/w' } } },
    ],
  ])('has a reference to %s', (_, schema) => {
    const { properties } = schemaOf(schema) as { properties: Record<string, Schema> };

    expect(properties['a']).toEqual(word);
    const { allOf } = properties['b'] ?? {};
    expect(Array.isArray(allOf) ? allOf[0] : properties['b']).toEqual(word);
  });

  test('keeps a reference that leads back to itself', () => {
    expect(schemaOf({ properties: { root: { $ref: '#/$defs/tree' } }, $defs: { tree } })).toEqual({
      properties: { root: tree },
      $defs: { tree },
    });
    expect(schemaOf({ properties: { a: { $ref: '#' } } })).toEqual({
      properties: { a: { $ref: '#' } },
    });
  });

  test('keeps its references where it would be too large', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `d${i}`,
        i === 0
          ? {}
          : { properties: { a: { $ref: `#/$defs/d${i - 1}` }, b: { $ref: `#/$defs/d${i - 1}` } } },
      ]),
    );

    expect(schemaOf({ properties: { x: { $ref: '#/$defs/d29' } }, $defs })).toEqual({
      properties: { x: { $ref: '#/$defs/d29' } },
      $defs,
    });
    expect(
      schemaOf({ $ref: '#/$defs/d29', $defs: { ...$defs, d0: { title: 'x'.repeat(16_000) } } }),
    ).toMatchObject({ fault: expect.stringContaining('16384 bytes') });
  });

  test.each<[string, object, object]>([
    [
      'tuples',
      { items: [word, {}], additionalItems: false },
      { prefixItems: [word, {}], items: false },
    ],
    [
      'bounds of draft 4',
      { minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { exclusiveMinimum: 0, maximum: 9 },
    ],
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'dependencies',
      { dependencies: { a: ['b'], c: word } },
      { dependentRequired: { a: ['b'] }, dependentSchemas: { c: word } },
    ],
    [
      'where it is found',
      { $id: 'x', $anchor: 'y', $schema: 'http://json-schema.org/draft-04/schema#', ...word },
      word,
    ],
  ])('has %s as in 2020-12', (_, given, expected) => {
    expect(schemaOf(given)).toEqual(expected);
  });

  test('keeps annotations and names that objects have by themselves', () => {
    const schema = JSON.parse(
      '{"x-order":1,"example":{"$ref":"#/x"},"nullable":true,"toString":1,"properties":{"__proto__":{"type":"string"},"constructor":{},"pattern":{}}}',
    );

    expect(JSON.stringify(schemaOf(schema))).toBe(
      JSON.stringify(schema).replace('"nullable":true,', ''),
    );
  });

  test.each<[unknown, string[], string]>([
    [{ $ref: 'https://x.example/' }, ['$ref'], 'leads to a place'],
    [{ $ref: '#/$defs/missing' }, ['$ref'], 'leads to a place'],
    [{ $ref: '#/$defs/constructor', $defs: {} }, ['$ref'], 'leads to a place'],
    [{ $ref: '#' }, ['$ref'], 'leads to itself'],
    [
      { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { not: { $ref: '#/$defs/a' } } } },
      ['$defs', 'a', 'not', '$ref'],
      'itself',
    ],
    [
      { $ref: '#/$defs/a', $defs: { a: { minLength: -1 } } },
      ['$defs', 'a', 'minLength'],
      'integer',
    ],
    [{ $ref: 7 }, ['$ref'], 'place'],
    [{ $schema: 'http://json-schema.org/draft-03/schema#' }, ['$schema'], 'draft/2020-12'],
    [{ properties: [] }, ['properties'], 'object of schemas'],
    [{ anyOf: {} }, ['anyOf'], 'list of schemas'],
    [{ not: null }, ['not'], 'Send a schema'],
    [{ type: 'text' }, ['type'], 'integer, array or object'],
    [{ required: 'day' }, ['required'], 'list of names'],
    [{ enum: 1 }, ['enum'], 'list of values'],
    [{ properties: { x: { pattern: 1 } } }, ['properties', 'x', 'pattern'], 'text'],
    [deep(maxLevels + 1), Array.from({ length: maxLevels + 1 }, () => 'not'), 'levels'],
    [{ description: 'x'.repeat(16_384) }, ['description'], 'bytes'],
  ])('%.60j is refused at its place', (schema, path, fault) => {
    expect(accepted(schema as Schema)).toEqual({ path, fault: expect.stringContaining(fault) });
  });

  test('has 64 levels and 418 values of an enum', () => {
    const values = Array.from({ length: 418 }, (_, index) => `Region/City number ${index}`);

    expect(schemaOf(deep(maxLevels))).toEqual(deep(maxLevels));
    expect(schemaOf({ enum: values })).toEqual({ enum: values });
  });

  test('of a server has kinds of values, references and empty keywords of its own', () => {
    const schema = {
      type: 'any',
      required: null,
      properties: { a: { $ref: '1/b' }, b: null },
      maximum: Infinity,
    };

    expect(schemaOf({ ...schema, properties: { a: { $ref: '1/b' } } }, true)).toEqual({
      type: 'any',
      properties: { a: { $ref: '1/b' } },
    });
    expect(schemaOf(schema, true)).toHaveProperty('fault');
  });
});
