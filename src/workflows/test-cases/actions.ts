import { setImmediate as nextTurn } from 'node:timers/promises';
import type { components } from '../../../generated/api.ts';
import type { Graph } from '../walker/walker-rules.ts';
import type { all } from './queries.ts';
import { resultOf, results } from './rules.ts';

type TestCase = Awaited<ReturnType<typeof all>>[number];

interface Options {
  readonly template_context_variables: Record<string, unknown>;
  /** Whether the time for all of them is over. */
  readonly isOver: () => boolean;
}

/**
 * Runs the test cases, in order, until the time is over; the results are those that were complete by then. Other requests
 * go on between two turns.
 */
export async function run(
  graph: Graph,
  testCases: readonly TestCase[],
  { template_context_variables, isOver }: Options,
): Promise<components['schemas']['TestCaseResult'][]> {
  const done: components['schemas']['TestCaseResult'][] = [];
  for (const testCase of testCases) {
    const variables = [testCase.initial_context, template_context_variables];
    const happened = [];
    for (const result of results(graph, testCase.turns, variables)) {
      happened.push(result);
      await nextTurn();
      if (isOver()) return done;
    }
    done.push(resultOf(testCase, happened));
  }
  return done;
}
