import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { loadSchemas } from '../../../src/tools/schemas.ts';
import type { Schema } from '../../../src/tools/rules.ts';
import { definitionOf, sha256Of } from '../../../src/tools/mcp-tools/definitions.ts';

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

describe('definitionOf', () => {
  test.each<[string, object, string]>([
    ['a list', { inputSchema: { type: 'array' } }, 'inputSchema.type: '],
    [
      '16 KiB',
      { inputSchema: { type: 'object', title: 'x'.repeat(16_384) } },
      'inputSchema.title: ',
    ],
    ['a wrong schema', { outputSchema: { required: 'a' } }, 'outputSchema.required: '],
    [
      'another dialect',
      { inputSchema: { $schema: 'https://x.example/' } },
      'inputSchema.$schema: ',
    ],
    [
      'many keywords',
      { inputSchema: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x-${i}`, i])) },
      'inputSchema: ',
    ],
  ])('refuses %s', (_, members, place) => {
    const definition = definitionOf({ ...read, ...members });

    expect(definition).toEqual({ fault: expect.stringContaining(place) });
  });

  test('shortens a description, and writes one for a function without', () => {
    const long = definitionOf({ ...read, description: 'x'.repeat(1025) });
    const none = definitionOf({ ...read, description: ' ' });

    expect(long).toMatchObject({ description: `${'x'.repeat(1023)}…` });
    expect(none).toMatchObject({ description: 'The function search of a server.' });
  });
});

interface LibraryFunction {
  readonly library: string;
  readonly name: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
}

/** What libraries made of models of our own. */
const ofLibraries = JSON.parse(
  readFileSync(new URL('library-functions.json', import.meta.url), 'utf8'),
) as LibraryFunction[];

const accepted = ({ outputSchema, ...each }: LibraryFunction) => {
  const definition = definitionOf({
    ...each,
    description: null,
    outputSchema: outputSchema ?? null,
  });
  if ('fault' in definition) throw new Error(definition.fault);
  return definition;
};

describe('A function as libraries write it', () => {
  test.each(ofLibraries.map((each) => [`${each.name} of ${each.library}`, each] as const))(
    'is a tool: %s',
    async (_, each) => {
      const { arguments_schema, result_schema } = accepted(each);
      const { uncheckedIn } = await loadSchemas();

      expect(arguments_schema['type']).toBe('object');
      expect(result_schema !== null).toBe(each.outputSchema !== undefined);
      // What looks ahead, is unevaluated, or leads nowhere.
      for (const place of uncheckedIn(arguments_schema))
        expect(place).toMatch(/\.(pattern|unevaluatedProperties|type|\$ref)$/);
    },
  );

  const address = { street: 'Main Street 1', zip: '12345-6789' };
  const person = { name: 'Ada', address, id: '6a1b2c3d-0000-4000-8000-000000000000' };

  test.each<[string, string, object, object, string[]]>([
    [
      'fastmcp',
      'create_person',
      { person, limit: null },
      { person: { ...person, address: { ...address, zip: '1' } } },
      ['person', 'address', 'zip'],
    ],
    [
      'mcp 2',
      'create_person',
      { person: { ...person, born: null } },
      { person: { ...person, point: [1] } },
      ['person', 'point'],
    ],
    [
      'mcp 2',
      'add_tree',
      { root: { value: 1, children: [{ value: 2 }] } },
      { root: { value: 1, children: [{ value: 2, children: [{}] }] } },
      ['root', 'children', '0', 'children', '0', 'value'],
    ],
    [
      'fastmcp',
      'add_pet',
      { pet: { kind: 'dog', name: 'Rex' } },
      { pet: { kind: 'dog', name: 'rex' } },
      ['pet', 'name'],
    ],
    [
      'zod 4',
      'union',
      { pet: { kind: 'cat', lives: 9 }, both: { a: '', b: 1 }, or: 'z' },
      { pet: { kind: 'cat', lives: 0 }, both: { a: '', b: 1 }, or: 1 },
      ['pet', 'lives'],
    ],
    ['zod 4', 'draft4', { a: ['x', 1], b: 0.5, c: null }, { a: ['x', 1], b: 0, c: null }, ['b']],
    ['zod 4', 'openapi', { b: 1, c: null, d: null }, { b: 1, c: 1, d: null }, ['c']],
    [
      'zod-to-json-schema',
      'named',
      { value: 1, children: [] },
      { value: 1, children: [{ value: 'x', children: [] }] },
      ['children', '0', 'value'],
    ],
    [
      'zod-to-json-schema',
      'root',
      { a: { street: '' }, b: { street: '' }, n: { value: 1, children: [] } },
      { a: { street: '' }, b: {}, n: { value: 1, children: [] } },
      ['b', 'street'],
    ],
    [
      'TypeBox',
      'node',
      { root: { id: 'a', nodes: [{ id: 'b', nodes: [] }] } },
      { root: { id: 'a', nodes: [{ id: 1, nodes: [] }] } },
      ['root', 'nodes', '0', 'id'],
    ],
    ['TypeBox', 'module', { b: { a: { b: {} } } }, { b: { a: { b: 1 } } }, ['b', 'a', 'b']],
  ])('checks what it takes: %s, %s', async (library, name, valid, invalid, path) => {
    const each = ofLibraries.find((e) => e.library.startsWith(library) && e.name === name);
    if (!each) throw new Error('There is none.');
    const { arguments_schema } = accepted(each);
    const { faultOf, withoutNulls } = await loadSchemas();
    const fault = (value: object) =>
      faultOf(arguments_schema, withoutNulls(arguments_schema, { ...value }));

    expect(fault(valid)).toBeUndefined();
    expect(fault(invalid)?.path).toEqual(path);
  });
});
