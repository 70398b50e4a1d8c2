import { describe, expect, test } from 'vitest';
import { loadSchemas } from '../../src/tools/schemas.ts';

const schemas = await loadSchemas();

describe('A schema', () => {
  test.each<[object, string[]]>([
    [{ type: 'text' }, ['type']],
    [{ properties: { day: { minLength: -1 } } }, ['properties', 'day', 'minLength']],
    [{ required: 'day' }, ['required']],
    [{ enum: 1 }, ['enum']],
  ])('%j is refused at its place', (schema, path) => {
    expect(schemas.checked({ ...schema })).toMatchObject({ path });
  });

  test('says where a value breaks it', () => {
    const schema = {
      type: 'object',
      properties: { 'a/b': { type: 'array', items: { type: 'integer' } } },
      required: ['id'],
      additionalProperties: false,
    };

    expect(schemas.faultOf(schema, { id: 1 })).toMatchObject({ path: ['id'] });
    expect(schemas.faultOf(schema, {})).toMatchObject({ path: ['id'] });
    expect(schemas.faultOf({ ...schema, required: [] }, { 'a/b': [1, 'x'] })).toMatchObject({
      path: ['a/b', '1'],
    });
    expect(schemas.faultOf({ ...schema, required: [] }, { 'a/b': [1] })).toBeUndefined();
  });

  test('checks no more values than it can in a moment', () => {
    const branches = Array.from({ length: 140 }, (_, index) => ({ const: `x${index}` }));
    const schema = { type: 'array', items: { anyOf: [...branches, {}] } };
    const numbers = (length: number) => Array.from({ length }, () => 1);

    expect(schemas.faultOf(schema, numbers(700))).toBeUndefined();
    expect(schemas.faultOf(schema, numbers(720))?.fault).toContain('most for this schema');
    expect(schemas.faultOf({ type: 'array' }, numbers(32_000))).toBeUndefined();
  });

  test('is compiled again after it was dropped for others', () => {
    for (let turn = 0; turn < 250; turn += 1)
      expect(schemas.faultOf({ const: turn }, turn)).toBeUndefined();
  });
});
