import { describe, expect, test } from 'vitest';
import { createBudget, maxSteps } from '../../src/tools/checks/check-rules.ts';
import { sizeOf } from '../../src/tools/checks/pattern-rules.ts';
import { loadSchemas } from '../../src/tools/schemas.ts';

const schemas = await loadSchemas();
const faultOf = (schema: object, value: unknown) => schemas.faultOf({ ...schema }, value);
const text = (length: number): string => 'x'.repeat(length);
const list = (length: number, item: unknown) => Array.from({ length }, () => item);

describe('A schema', () => {
  test('says where a value breaks it', () => {
    const schema = {
      type: 'object',
      properties: { 'a/b': { type: 'array', items: { type: 'integer' } } },
      required: ['id'],
      additionalProperties: false,
    };

    expect(faultOf(schema, { id: 1 })).toEqual({
      path: ['id'],
      fault: 'It must NOT have additional properties.',
    });
    expect(faultOf(schema, {})).toEqual({
      path: ['id'],
      fault: "It must have required property 'id'.",
    });
    expect(faultOf({ ...schema, required: [] }, { 'a/b': [1, 'x'] })).toEqual({
      path: ['a/b', '1'],
      fault: 'It must be integer.',
    });
    expect(faultOf({ ...schema, required: [] }, { 'a/b': [1] })).toBeUndefined();
  });

  test('says where the branch breaks that comes deepest', () => {
    const cat = {
      properties: { kind: { const: 'cat' }, lives: { maximum: 9 } },
      required: ['kind'],
    };
    const schema = { anyOf: [{ type: 'null' }, { properties: { pet: { oneOf: [cat, false] } } }] };

    expect(faultOf(schema, { pet: { kind: 'cat', lives: 10 } })?.path).toEqual(['pet', 'lives']);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'takes the name %s as any other',
    (name) => {
      const own = JSON.parse(`{"${name}":7}`) as object;
      const named = JSON.parse(`{"${name}":{"type":"string"}}`) as object;

      expect(faultOf({ required: [name] }, {})?.path).toEqual([name]);
      expect(faultOf({ required: [name] }, own)).toBeUndefined();
      expect(faultOf({ properties: named }, own)?.path).toEqual([name]);
      expect(faultOf({ properties: named }, {})).toBeUndefined();
      expect(faultOf({ properties: {}, additionalProperties: false }, own)?.path).toEqual([name]);
      expect(faultOf({ properties: named, additionalProperties: false }, {})).toBeUndefined();
      expect(faultOf({ dependentRequired: { [name]: ['x'] } }, {})).toBeUndefined();
    },
  );

  test.each<[string, object, unknown, unknown]>([
    ['a pattern', { pattern: '^(a+)+$' }, text(3).replaceAll('x', 'a'), 'aab'],
    [
      'names by pattern',
      { patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false },
      { 'x-a': 1 },
      { 'x-a': 'b' },
    ],
    [
      'a tuple',
      { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      ['a', 1],
      ['a', 1, 2],
    ],
    [
      'unique items',
      { uniqueItems: true },
      [{ a: 1, b: 2 }, { a: 1 }, 1, '1', true],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
    ['what it contains', { contains: { const: 1 }, minContains: 2 }, [1, 0, 1], [1, 0]],
    ['one of two patterns', { oneOf: [{ pattern: '^a' }, { pattern: 'b$' }] }, 'a', 'ab'],
    ['decimals', { multipleOf: 0.01 }, 19.99, 19.995],
    ['characters outside the BMP', { maxLength: 2 }, '😀😀', '😀😀😀'],
    [
      'a recursion',
      { properties: { a: { items: { $ref: '#' } } }, required: ['a'] },
      { a: [{ a: [] }] },
      { a: [{ a: [{}] }] },
    ],
    ['a definition', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, 'x', 1],
    [
      'a condition',
      // A keyword of JSON Schema.
      // oxlint-disable-next-line unicorn/no-thenable
      { if: { required: ['a'] }, then: { required: ['b'] }, else: false },
      { a: 1, b: 1 },
      {},
    ],
    ['zero', { enum: [0, { a: [1] }] }, -0, 1],
    ['an equal object', { enum: [0, { a: [1], b: 2 }] }, { b: 2, a: [1] }, { a: [1] }],
    [
      '418 values',
      { enum: Array.from({ length: 418 }, (_, index) => `v${index}`) },
      'v417',
      'v418',
    ],
  ])('checks %s', (_, schema, valid, invalid) => {
    expect(faultOf(schema, valid)).toBeUndefined();
    expect(faultOf(schema, invalid)).toBeDefined();
  });

  test.each<[string, object, string[], unknown[]]>([
    ['looks ahead', { pattern: '^(?!no)' }, ['pattern'], ['no']],
    ['refers back', { pattern: '(a)\\1' }, ['pattern'], ['b']],
    [
      'is large',
      { properties: { a: { pattern: '((\\p{L}){30}){30}.{900}.{900}' } } },
      ['properties.a.pattern'],
      [{ a: '' }],
    ],
    [
      'is of unevaluated values',
      { allOf: [{ unevaluatedProperties: false }] },
      ['allOf.0.unevaluatedProperties'],
      [{ a: 1 }],
    ],
    ['refers to a place elsewhere', { items: { $ref: 'other.json' } }, ['items.$ref'], [[1]]],
    ['names a type of its own', { type: ['any', 'string'] }, ['type'], [1]],
    ['is dynamic', { $dynamicRef: '#a' }, ['$dynamicRef'], [1]],
  ])('leaves to its server what %s, also where it is inverted', (_, schema, places, values) => {
    expect(schemas.uncheckedIn({ ...schema })).toEqual(places);
    for (const value of values)
      for (const around of [
        schema,
        { not: schema },
        { oneOf: [schema, schema] },
        // A keyword of JSON Schema.
        // oxlint-disable-next-line unicorn/no-thenable
        { if: schema, then: false },
        { anyOf: [false, schema] },
      ])
        expect(faultOf(around, value)).toBeUndefined();
    expect(faultOf({ ...schema, allOf: [false] }, values[0])).toBeDefined();
  });

  test('leaves to its server where engines read a text in different ways', () => {
    for (const [pattern, value] of [
      ['^\\w+$', 'naïve'],
      ['^\\d+$', '٣'],
      ['^\\S+$', 'a\u00a0b'],
      ['^.$', '\r'],
    ] as const) {
      expect(faultOf({ pattern }, value)).toBeUndefined();
      expect(faultOf({ not: { pattern } }, value)).toBeUndefined();
    }
    expect(faultOf({ pattern: '^[a-z]+$' }, 'naïve')).toBeDefined();
  });
});

describe('A check', () => {
  const stepsOf = (schema: object, value: unknown): number => {
    const budget = createBudget();
    schemas.faultOf({ ...schema }, value, budget);
    return maxSteps - budget.steps;
  };

  test('costs steps for the length of texts, which is counted once', () => {
    const anyOf = Array.from({ length: 140 }, (_, index) => ({ minLength: 65_001 + index }));

    expect(stepsOf({ minLength: 1 }, text(65_000))).toBeGreaterThan(65_000 / 64);
    expect(stepsOf({ anyOf }, text(65_000))).toBeLessThan(2000);
  });

  test.each<[string, object, unknown]>([
    ['many branches', { items: { anyOf: [...list(140, { const: 'x' }), {}] } }, list(720, 1)],
    [
      'doubled references',
      {
        $ref: '#/$defs/d40',
        $defs: Object.fromEntries(
          Array.from({ length: 41 }, (_, i) => [
            `d${i}`,
            i === 0 ? {} : { allOf: list(2, { $ref: `#/$defs/d${i - 1}` }) },
          ]),
        ),
      },
      1,
    ],
    [
      'many annotations',
      { items: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`x-${i}`, i])) },
      list(1000, 1),
    ],
    ['long equal texts', { uniqueItems: true }, list(100, text(65_000))],
  ])('ends after its steps: %s', (_, schema, value) => {
    expect(faultOf(schema, value)?.fault).toContain(`more than ${maxSteps} steps`);
    expect(stepsOf(schema, value)).toBeLessThan(maxSteps + 2000);
  });

  test('takes what is usual', () => {
    const item = {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string', maxLength: 100 } },
      required: ['id'],
    };

    expect(faultOf({ type: 'array', items: { type: 'number' } }, list(32_000, 1))).toBeUndefined();
    expect(faultOf({ items: item }, list(3000, { id: 1, name: 'Ada' }))).toBeUndefined();
    expect(faultOf({ pattern: '^[\\s\\S]*$' }, text(30_000))).toBeUndefined();
  });

  test('shares its steps with the others of a request', () => {
    const budget = createBudget();
    const schema = { type: 'array', items: { type: 'number' } };

    expect(schemas.faultOf(schema, list(30_000, 1), budget)).toBeUndefined();
    expect(schemas.faultOf(schema, list(30_000, 1), budget)?.fault).toContain('steps');
  });

  test('leaves patterns to the server that take too long', () => {
    const budget = createBudget();
    const before = budget.patternSteps;

    expect(schemas.faultOf({ pattern: '^a{0,500}$' }, text(65_000), budget)).toBeUndefined();
    expect(schemas.faultOf({ pattern: '^a{0,500}$' }, text(50), budget)).toBeDefined();
    expect(before - budget.patternSteps).toBeLessThan(300_000);
    expect(budget.patternSteps).toBeGreaterThanOrEqual(0);
  });

  test('compiles no pattern that would be large', () => {
    expect(sizeOf('^\\d{4}-\\d{2}$')).toBeLessThan(60);
    for (const pattern of ['((a{30}){30}){30}', 'x{0,1000}y{1000}z{1000,}', `(${text(100)}){100}`])
      expect(sizeOf(pattern)).toBeGreaterThan(4000);
    const patterns = Array.from({ length: 300 }, (_, index) => ({ pattern: `a{50}${index}` }));
    expect(schemas.uncheckedIn({ anyOf: patterns }).length).toBe(100);
  });
});

describe('Null for an argument', () => {
  const without = (schema: object, value: object): unknown =>
    schemas.withoutNulls({ ...schema }, { ...value });
  const optional = { type: 'string' };
  const nullable = { anyOf: [{ type: 'string' }, { type: 'null' }] };

  test('is left out where it is optional and the schema has no null', () => {
    const properties = { a: optional, b: nullable, c: { enum: [null, 'x'] }, d: {}, e: optional };
    const schema = { type: 'object', properties, required: ['e'] };
    const value = { a: null, b: null, c: null, d: null, e: null, f: null };

    expect(without(schema, value)).toEqual({ b: null, c: null, d: null, e: null, f: null });
    expect(value).toHaveProperty('a', null);
  });

  test.each<[string, object]>([
    ['objects', { properties: { in: { properties: { a: optional } } } }],
    [
      'definitions',
      { properties: { in: { $ref: '#/$defs/x' } }, $defs: { x: { properties: { a: optional } } } },
    ],
    [
      'optional objects',
      {
        properties: {
          in: { anyOf: [{ type: 'null' }, { type: 'object', properties: { a: optional } }] },
        },
      },
    ],
    ['parts of a whole', { properties: { in: { allOf: [{ properties: { a: optional } }] } } }],
  ])('is left out within %s', (_, schema) => {
    expect(without(schema, { in: { a: null } })).toEqual({ in: {} });
  });

  test('is left out in lists, and where a schema refers to itself', () => {
    const schema = { properties: { a: optional, list: { items: { $ref: '#' } } } };

    expect(without(schema, { a: null, list: [{ a: null, list: [{ a: null }] }] })).toEqual({
      list: [{ list: [{}] }],
    });
  });
});
