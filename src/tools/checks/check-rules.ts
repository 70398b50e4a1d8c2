import { isObject, type PlacedFault, type Schema } from '../rules.ts';

/** A regular expression that takes time in proportion to a text. */
export interface Pattern {
  /** The number of its instructions. */
  readonly size: number;
  readonly test: (text: string) => boolean;
}

/**
 * What the checks of one request may cost together. A step is a comparison of a value with a keyword, or 64 characters of a text, and
 * takes up to 200 ns; a step of a pattern is one instruction for one character, up to 30 ns.
 */
export interface Budget {
  steps: number;
  patternSteps: number;
}

export const maxSteps = 100_000;
const maxPatternSteps = 300_000;

export const createBudget = (): Budget => ({ steps: maxSteps, patternSteps: maxPatternSteps });

/** Valid or not; undefined if the server of the schema has to decide. */
export type Verdict = boolean | undefined;

export interface Checked {
  readonly root: Schema;
  /** Undefined for a pattern that is not supported. */
  readonly patternOf: (text: string) => Pattern | undefined;
  readonly budget: Budget;
}

interface Within extends Checked {
  readonly check: (schema: unknown, value: unknown, at: Place) => Verdict;
  /** The characters of long texts, which are counted once. */
  readonly lengths: Map<string, number>;
  depth: number;
}

interface Step {
  readonly name: string;
  readonly above: Step | undefined;
}

/** Where a value is. */
export interface Place {
  readonly within: Within;
  readonly step: Step | undefined;
  /** The first fault, if there is one. */
  readonly found: { fault?: PlacedFault };
}

/** Where a value is, and the schema whose keyword is compared with it. */
export interface At extends Place {
  readonly schema: Schema;
}

export type Keyword = (given: unknown, value: unknown, at: At) => Verdict;

export class TooMuch extends Error {}

export function spend(
  { within: { budget } }: { readonly within: Pick<Checked, 'budget'> },
  steps: number,
): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new TooMuch();
}

/** The names of an object's members. Looking them through costs less than comparing them. */
export function namesIn(object: Readonly<Record<string, unknown>>, at: Pick<Place, 'within'>) {
  const names = Object.keys(object);
  spend(at, 1 + (names.length >> 2));
  return names;
}

export const both = (one: Verdict, other: Verdict): Verdict =>
  one === false || other === false ? false : one === undefined ? undefined : other;

/** True if it holds for all, false if not for one. */
export function eachOf<T>(list: readonly T[], holds: (each: T, index: number) => Verdict): Verdict {
  let verdict: Verdict = true;
  for (const [index, each] of list.entries()) {
    verdict = both(verdict, holds(each, index));
    if (verdict === false) return false;
  }
  return verdict;
}

export function failed({ found, step }: Place, fault: string, name?: string): false {
  const path = name === undefined ? [] : [name];
  for (let each = step; each; each = each.above) path.unshift(each.name);
  found.fault ??= { path, fault: `It ${fault}.` };
  return false;
}

export const below = (at: Place, name: string): Place => ({
  ...at,
  step: { name, above: at.step },
});

/** A check that fails without a fault. */
export const quietly = (at: Place): Place => ({ ...at, found: {} });

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text that equal JSON values share, whatever the order of members. */
export function canonical(value: unknown, at: Place): string {
  spend(at, typeof value === 'string' ? 1 + (value.length >> 6) : 1);
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, at)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const names = namesIn(value, at).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name], at)}`).join()}}`;
}
