import fc from 'fast-check';
import type { Violation } from '../../scripts/chaos/history.ts';
import { type Plan, plans } from './plan.ts';
import { type Result, simulate, type World } from './simulation.ts';

/** The seed of a run, and where fast-check's search for a smaller plan led to. */
export interface Run {
  readonly seed: number;
  /** Absent: the plan that the seed itself makes. */
  readonly path?: string;
}

export interface Outcome extends Run {
  readonly plan: Plan;
  readonly result: Result;
}

interface Options {
  /** For how long smaller plans are searched that fail too; default: not at all. */
  readonly shrinkMs?: number;
}

/** Does what a seed decides. If it fails and time is given for it, returns the smallest plan found that fails. */
export async function runSeed(
  world: World,
  { seed, path }: Run,
  { shrinkMs = 0 }: Options = {},
): Promise<Outcome> {
  let latest: Outcome | undefined;
  let failed: Outcome | undefined;
  const end = performance.now() + shrinkMs;
  const property = fc.asyncProperty(fc.noBias(plans), async (plan) => {
    // The search is not interrupted by fast-check: what it gives up would go on beside the next run.
    if (failed && performance.now() > end) return true;
    const result = await simulate(world, seed, plan);
    latest = { seed, plan, result };
    if (result.violations.length > 0) failed = latest;
    return result.violations.length === 0;
  });
  const details = await fc.check(property, {
    seed,
    numRuns: 1,
    endOnFailure: shrinkMs === 0,
    ...(path !== undefined && { path, endOnFailure: true }),
  });
  const outcome = failed ?? latest;
  // Only the harness itself throws.
  if (!outcome) throw details.errorInstance;
  const found = details.counterexamplePath;
  return failed && found !== null && found !== '0' ? { ...outcome, path: found } : outcome;
}

/** The command that repeats a run exactly. */
export const commandOf = ({ seed, path }: Run): string =>
  `node scripts/chaos/simulate.ts --first ${seed} --seeds 1 --log${path === undefined ? '' : ` --path ${path}`}`;

export const shown = ({ kind, evidence }: Violation): string => `${kind}: ${evidence}`;

/** Who did what, and when. */
export const linesOf = ({ log }: Result): string[] =>
  log.map(
    ({ at, who, what }) => `${new Date(at).toISOString().slice(11, 23)} ${who.padEnd(12)} ${what}`,
  );
