import { isType } from '../checks/value-rules.ts';
import { isObject } from '../schema-rules.ts';

type Test = readonly [isValid: (value: unknown) => boolean, says: string];

const names = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const tests: Readonly<Record<string, Test>> = {
  type: [
    (value) => {
      const list: readonly unknown[] = [value].flat();
      return list.length > 0 && list.every(isType);
    },
    'Send null, boolean, string, number, integer, array or object, or a list of these.',
  ],
  count: [(value) => Number.isInteger(value) && Number(value) >= 0, 'Send an integer from 0 up.'],
  number: [(value) => typeof value === 'number', 'Send a number.'],
  positive: [(value) => typeof value === 'number' && value > 0, 'Send a number above 0.'],
  text: [(value) => typeof value === 'string', 'Send a text.'],
  flag: [(value) => typeof value === 'boolean', 'Send true or false.'],
  values: [Array.isArray, 'Send a list of values.'],
  names: [names, 'Send a list of names.'],
  lists: [
    (value) => isObject(value) && Object.values(value).every(names),
    'Send an object of lists of names.',
  ],
};

const keywords: ReadonlyMap<string, Test | undefined> = new Map(
  Object.entries({
    type: 'type',
    count:
      'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
    number: 'minimum maximum exclusiveMinimum exclusiveMaximum',
    positive: 'multipleOf',
    text: 'pattern $ref $dynamicRef $recursiveRef',
    flag: 'uniqueItems',
    values: 'enum',
    names: 'required',
    lists: 'dependentRequired',
  }).flatMap(([test, list]) => list.split(' ').map((name) => [name, tests[test]] as const)),
);

/** Servers have kinds of values of their own, such as `any`, which are left to them. */
const ofText = (list: readonly unknown[]): string | undefined =>
  list.every((each) => typeof each === 'string') ? undefined : tests['type']?.[1];

/** What is wrong with the value of a keyword that holds no schema; undefined if nothing is. */
export function shapeFault(
  keyword: string,
  value: unknown,
  isForeign: boolean,
): string | undefined {
  if (isForeign && keyword === 'type') return ofText([value].flat());
  const test = keywords.get(keyword);
  return test === undefined || test[0](value) ? undefined : test[1];
}
