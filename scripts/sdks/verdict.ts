import { type Step, steps, type Target } from './target.ts';

/** The result of trying one target. */
export interface Result {
  readonly name: string;
  readonly generator: string;
  readonly language: string;
  readonly document: string;
  readonly compiles: boolean;
  readonly without: readonly string[];
  readonly limits: readonly string[];
  /** The steps that its scenario did; undefined: it has none. */
  readonly done: readonly Step[] | undefined;
  readonly ugly: readonly string[];
  readonly cannot: NonNullable<Target['cannot']>;
  /** Why it is red; empty if it is green. */
  readonly faults: readonly string[];
}

const isStep = (word: string): word is Step => steps.some((step) => step === word);

/** The steps that a scenario reported, in its order. */
export const reportedSteps = (output: string): string[] =>
  [...output.matchAll(/^ok (\S+)\r?$/gm)].map(([, step = '']) => step);

/** Every step is done once and in order, except for those that the target declares. */
export function stepFaults(reported: readonly string[], cannot: Result['cannot']): string[] {
  const expected = steps.filter((step) => cannot[step] === undefined);
  const faults: string[] = [];
  for (const step of steps) {
    const times = reported.filter((each) => each === step).length;
    if (cannot[step] !== undefined && times > 0)
      faults.push(`It does ${step}, which it declares that it cannot.`);
    else if (cannot[step] === undefined && times === 0) faults.push(`It does not do ${step}.`);
    else if (times > 1) faults.push(`It reports ${step} ${times} times.`);
  }
  for (const word of reported) if (!isStep(word)) faults.push(`There is no step ${word}.`);
  if (faults.length === 0 && reported.join() !== expected.join())
    faults.push(`The steps are out of order: ${reported.join(', ')}.`);
  return faults;
}

export const doneSteps = (reported: readonly string[]): Step[] =>
  steps.filter((step) => reported.includes(step));

/** The number of ugly names may only fall; `before` is undefined for a target without a list. */
export function uglyFaults(
  now: readonly string[],
  before: readonly string[] | undefined,
): string[] {
  if (before === undefined || now.length <= before.length) return [];
  const added = now.filter((name) => !before.includes(name));
  return [`${now.length} names are ugly, before ${before.length}: ${added.join(', ')}.`];
}
