import { describe, expect, test } from 'vitest';
import { loadSchemas } from '../../../src/tools/schemas.ts';
import { definitionOf, sha256Of } from '../../../src/tools/mcp-tools/definitions.ts';
import { relaxed } from '../../../src/tools/mcp-tools/schema-rules.ts';

const read = {
  name: 'search',
  description: 'Searches.',
  inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: {} } },
  outputSchema: null,
};

describe('sha256Of', () => {
  test('depends on the name, the description and both schemas, in any order of members', () => {
    const hashes = [
      read,
      { ...read, name: 'find' },
      { ...read, description: null },
      { ...read, description: '' },
      { ...read, inputSchema: { ...read.inputSchema, required: ['a'] } },
      {
        ...read,
        inputSchema: { type: 'object', properties: { a: { type: 'string', title: '' } } },
      },
      { ...read, outputSchema: {} },
    ].map(sha256Of);
    const reordered = {
      ...read,
      inputSchema: { properties: { b: {}, a: { type: 'string' } }, type: 'object' },
    };

    expect(new Set(hashes).size).toBe(7);
    expect(sha256Of(reordered)).toBe(hashes[0]);
  });
});

describe('relaxed', () => {
  test.each<[string, object, object]>([
    [
      'a dialect, an ID and definitions of draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: 'https://example.com/x',
        properties: { a: { $ref: '#/definitions/word' } },
        definitions: { word: { type: 'string', pattern: '^a*$' } },
      },
      { properties: { a: { $ref: '#/$defs/word' } }, $defs: { word: { type: 'string' } } },
    ],
    [
      'checks that the server makes, and no properties with their names',
      {
        type: 'object',
        properties: {
          pattern: { type: 'string', pattern: 'x' },
          list: { type: 'array', uniqueItems: true, items: { anyOf: [{ pattern: 'y' }] } },
        },
      },
      {
        type: 'object',
        properties: {
          pattern: { type: 'string' },
          list: { type: 'array', items: { anyOf: [{}] } },
        },
      },
    ],
    [
      'nothing where the rest could refuse more',
      { properties: { a: { pattern: 'x' }, b: { not: { pattern: 'y' } } } },
      { properties: { a: { pattern: 'x' }, b: { not: { pattern: 'y' } } } },
    ],
    [
      'nothing of a value',
      { properties: { a: { const: { pattern: 'x', not: 1 } } } },
      { properties: { a: { const: { pattern: 'x', not: 1 } } } },
    ],
    [
      'nothing of another dialect',
      { $schema: 'x', type: 'object' },
      { $schema: 'x', type: 'object' },
    ],
  ])('leaves out %s', (_, given, expected) => {
    expect(relaxed({ ...given })).toEqual(expected);
  });
});

describe('definitionOf', () => {
  test.each<[string, object, string]>([
    ['a list', { inputSchema: { type: 'array' } }, 'inputSchema.type: '],
    [
      'a recursion',
      { inputSchema: { type: 'object', properties: { a: { $ref: '#' } } } },
      'inputSchema.properties.a.$ref: ',
    ],
    ['16 KiB', { inputSchema: { type: 'object', title: 'x'.repeat(16_384) } }, 'inputSchema: '],
    ['a wrong schema', { outputSchema: { type: 'thing' } }, 'outputSchema.type: '],
    ['another keyword', { outputSchema: { $dynamicRef: '#a' } }, 'outputSchema.$dynamicRef: '],
  ])('refuses %s', async (_, members, place) => {
    const definition = definitionOf({ ...read, ...members }, await loadSchemas());

    expect(definition).toEqual({ fault: expect.stringContaining(place) });
  });

  test('shortens a description, and writes one for a function without', async () => {
    const schemas = await loadSchemas();
    const long = definitionOf({ ...read, description: 'x'.repeat(1025) }, schemas);
    const none = definitionOf({ ...read, description: ' ' }, schemas);

    expect(long).toMatchObject({ description: `${'x'.repeat(1023)}…` });
    expect(none).toMatchObject({ description: 'The function search of a server.' });
  });
});
