import { isObject } from '../rules.ts';
import {
  type At,
  canonical,
  failed,
  type Keyword,
  listOf,
  namesIn,
  type Place,
  spend,
  type Verdict,
} from './check-rules.ts';

export const ofNumbers =
  (isValid: (value: number, limit: number) => boolean, says: string): Keyword =>
  (limit, value, at) =>
    typeof value !== 'number' ||
    isValid(value, Number(limit)) ||
    failed(at, `${says} ${String(limit)}`);

export const ofSizes =
  (size: (value: unknown, at: At) => number | undefined, isMax: boolean, things: string): Keyword =>
  (limit, value, at) => {
    const has = size(value, at);
    if (has === undefined || (isMax ? has <= Number(limit) : has >= Number(limit))) return true;
    return failed(at, `must NOT have ${isMax ? 'more' : 'fewer'} than ${String(limit)} ${things}`);
  };

export const itemsIn = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : undefined;
export const membersIn = (value: unknown, at: At): number | undefined =>
  isObject(value) ? namesIn(value, at).length : undefined;

/** Unicode characters, as JSON Schema counts them. */
export function charactersIn(value: unknown, at: At): number | undefined {
  if (typeof value !== 'string' || value.length < 64)
    return typeof value === 'string' ? [...value].length : undefined;
  const known = at.within.lengths.get(value);
  if (known !== undefined) return known;
  spend(at, value.length >> 6);
  let pairs = 0;
  for (let index = 0; index < value.length - 1; index += 1)
    if ((value.codePointAt(index) ?? 0) > 0xffff) {
      pairs += 1;
      index += 1;
    }
  at.within.lengths.set(value, value.length - pairs);
  return value.length - pairs;
}

/** What matches these depends on the engine, but not in plain ASCII. */
const isAmbiguous = /\\[wWdDsSbB]|\(\?[a-z]*i|\./;
const isPlain = /^[\t\n\f\x20-\x7e]*$/;

export function pattern(text: unknown, value: unknown, at: At): Verdict {
  if (typeof value !== 'string') return true;
  const verdict = matches(String(text), value, at);
  return verdict === false
    ? failed(at, `must match pattern "${String(text).slice(0, 200)}"`)
    : verdict;
}

/** Undefined if the pattern is not supported, or takes longer than what is left for patterns. */
export function matches(text: string, value: string, at: Place): Verdict {
  const { within } = at;
  spend(at, 1 + (value.length >> 6));
  const known = within.patternOf(text);
  if (!known || (isAmbiguous.test(text) && !isPlain.test(value))) return undefined;
  const cost = known.size * (value.length + 1);
  if (cost > within.budget.patternSteps) return undefined;
  within.budget.patternSteps -= cost;
  return known.test(value);
}

const types: ReadonlyMap<string, (value: unknown) => boolean> = new Map(
  Object.entries({
    null: (value) => value === null,
    boolean: (value) => typeof value === 'boolean',
    string: (value) => typeof value === 'string',
    number: (value) => typeof value === 'number',
    integer: Number.isInteger,
    array: Array.isArray,
    object: isObject,
  } satisfies Record<string, (value: unknown) => boolean>),
);

export const isType = (name: unknown): boolean => types.has(String(name));

export function type(given: unknown, value: unknown, at: At): Verdict {
  const names = [given].flat().map(String);
  if (names.some((name) => types.get(name)?.(value))) return true;
  // A server's own kind of value.
  if (!names.every((name) => types.has(name))) return undefined;
  return failed(at, `must be ${names.join(',')}`);
}

export function equal(one: unknown, other: unknown, at: Place): boolean {
  spend(at, 1);
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  return canonical(one, at) === canonical(other, at);
}

export function oneOfValues(values: unknown, value: unknown, at: At): Verdict {
  const list = listOf(values);
  spend(at, 1 + (list.length >> 4));
  if (list.includes(value)) return true;
  const isFound =
    isObject(value) || Array.isArray(value) ? list.some((e) => equal(e, value, at)) : false;
  return isFound || failed(at, 'must be equal to one of the allowed values');
}

/** Whether a number is a multiple of another one, as far as doubles can tell. */
export const isMultiple = (value: number, of: number): boolean => {
  const times = value / of;
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
};
