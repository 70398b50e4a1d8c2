import { isObject } from '../rules.ts';
import { type Checked, listOf, spend, TooMuch } from './check-rules.ts';
import { targetOf } from './combining-rules.ts';
import { mayBe } from './keyword-rules.ts';

type Value = Readonly<Record<string, unknown>>;

const maxLevels = 100;

/**
 * A value without the members that are null, that nobody requires and whose schema has no null: language models send null for an
 * argument that they leave out. Of several schemas for a value the first one counts that accepts what is left.
 */
export function withoutNulls(value: Value, checked: Checked): Value {
  const walk = (schema: unknown, given: unknown, level: number): unknown => {
    spend({ within: checked }, 1);
    if (!isObject(schema) || typeof given !== 'object' || given === null || level > maxLevels)
      return given;
    const same = [targetOf(schema['$ref'], checked.root), ...listOf(schema['allOf'])];
    const after = same.reduce((left, each) => walk(each, left, level + 1), given);
    return choose(
      schema,
      isObject(after) ? members(schema, after, level) : list(schema, after, level),
      level,
    );
  };
  const choose = (schema: Value, given: unknown, level: number): unknown => {
    const branches = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
    if (branches.length === 0 || branches.some((each) => mayBe(each, given, checked))) return given;
    for (const branch of branches) {
      const left = walk(branch, given, level + 1);
      if (mayBe(branch, left, checked)) return left;
    }
    return given;
  };
  const members = ({ properties, required }: Value, given: Value, level: number): unknown => {
    if (!isObject(properties)) return given;
    const isAbsent = (name: string): boolean =>
      given[name] === null &&
      !listOf(required).includes(name) &&
      !mayBe(properties[name], null, checked);
    return Object.fromEntries(
      Object.entries(given).flatMap(([name, each]) => {
        if (!Object.hasOwn(properties, name)) return [[name, each]];
        return isAbsent(name) ? [] : [[name, walk(properties[name], each, level + 1)]];
      }),
    );
  };
  const list = ({ items, prefixItems }: Value, given: unknown, level: number): unknown =>
    Array.isArray(given)
      ? given.map((each: unknown, index) =>
          walk(listOf(prefixItems)[index] ?? items, each, level + 1),
        )
      : given;
  try {
    const left = walk(checked.root, value, 0);
    return isObject(left) ? left : value;
  } catch (error) {
    // The check of the value says so.
    if (error instanceof TooMuch) return value;
    throw error;
  }
}
