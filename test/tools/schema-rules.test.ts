import { describe, expect, test } from 'vitest';
import { maxLevels, maxValues, type Schema, writtenOut } from '../../src/tools/schema-rules.ts';

const deep = (levels: number): Schema => (levels === 0 ? {} : { not: deep(levels - 1) });

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

    expect(writtenOut(schema)).toEqual({
      schema: {
        type: 'object',
        properties: {
          from: { type: 'string', format: 'date', description: 'The first day.' },
          until: {
            minLength: 10,
            allOf: [{ type: 'string', format: 'date', description: 'A day.' }],
          },
        },
      },
    });
  });

  test('keeps names that objects have by themselves', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{}}');
    const result = writtenOut({ properties });

    expect(JSON.stringify(result)).toBe(JSON.stringify({ schema: { properties } }));
  });

  test.each<[unknown, string[], string]>([
    [{ pattern: '(a+)+$' }, ['pattern'], 'not supported'],
    [{ properties: { x: { pattern: 'a' } } }, ['properties', 'x', 'pattern'], 'not supported'],
    [{ patternProperties: {} }, ['patternProperties'], 'not supported'],
    [{ $id: 'https://x.example/' }, ['$id'], 'not supported'],
    [{ anyOf: [{ $anchor: 'x' }] }, ['anyOf', '0', '$anchor'], 'not supported'],
    [{ $dynamicRef: '#x' }, ['$dynamicRef'], 'not supported'],
    [{ uniqueItems: true }, ['uniqueItems'], 'not supported'],
    [{ unevaluatedProperties: false }, ['unevaluatedProperties'], 'not supported'],
    [{ properties: { x: { $defs: {} } } }, ['properties', 'x', '$defs'], 'not supported'],
    [{ toString: 1 }, ['toString'], 'not supported'],
    [{ $ref: 'https://x.example/' }, ['$ref'], 'leads to #/$defs/'],
    [{ $ref: '#' }, ['$ref'], 'leads to #/$defs/'],
    [{ $ref: '#/$defs/missing' }, ['$ref'], 'leads to #/$defs/'],
    [{ $ref: '#/$defs/constructor' }, ['$ref'], 'leads to #/$defs/'],
    [{ $ref: '#/properties/x', properties: { x: {} } }, ['$ref'], 'leads to #/$defs/'],
    [{ $ref: 7 }, ['$ref'], 'leads to #/$defs/'],
    [
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { not: { $ref: '#/$defs/a' } } } },
      ['$defs', 'b', 'not', '$ref'],
      'refers to itself',
    ],
    [{ $ref: '#/$defs/a', $defs: { a: { pattern: 'x' } } }, ['$defs', 'a', 'pattern'], 'not supp'],
    [{ $schema: 'http://json-schema.org/draft-07/schema#' }, ['$schema'], 'draft/2020-12'],
    [{ properties: [] }, ['properties'], 'object of schemas'],
    [{ anyOf: {} }, ['anyOf'], 'list of schemas'],
    [{ items: [{}] }, ['items'], 'Send a schema'],
    [{ not: null }, ['not'], 'Send a schema'],
  ])('%j is refused at its place', (schema, path, fault) => {
    expect(writtenOut(schema as Schema)).toEqual({ path, fault: expect.stringContaining(fault) });
  });

  test('has a bounded number of levels', () => {
    expect(writtenOut(deep(maxLevels))).toHaveProperty('schema');
    expect(writtenOut(deep(maxLevels + 1))).toMatchObject({
      fault: expect.stringContaining('levels'),
    });
  });

  test('has a bounded number of values, with those of its lists and defaults', () => {
    const withEnum = (length: number): Schema => ({ enum: Array.from({ length }, (_, i) => i) });

    expect(writtenOut(withEnum(maxValues - 2))).toHaveProperty('schema');
    expect(writtenOut(withEnum(maxValues - 1))).toMatchObject({
      fault: expect.stringContaining('values'),
    });
    expect(writtenOut({ default: withEnum(maxValues - 2) })).toHaveProperty('fault');
  });

  test('has a bounded number of values where definitions multiply', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `d${i}`,
        i === 0 ? {} : { allOf: [{ $ref: `#/$defs/d${i - 1}` }, { $ref: `#/$defs/d${i - 1}` }] },
      ]),
    );
    const began = performance.now();

    expect(writtenOut({ $ref: '#/$defs/d29', $defs })).toHaveProperty('fault');
    expect(performance.now() - began).toBeLessThan(100);
  });
});
