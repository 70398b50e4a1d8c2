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

/** How large the results of one request are at most, in bytes; those of the first test case may be larger. */
const maxResultBytes = 4 * 1024 * 1024;

/**
 * Runs the test cases, in order, until the time is over or the results are large enough; the results are those that were
 * complete by then. Other requests go on between two turns.
 */
export async function run(
  graph: Graph,
  testCases: readonly TestCase[],
  { template_context_variables, isOver }: Options,
): Promise<components['schemas']['TestCaseResult'][]> {
  const done: components['schemas']['TestCaseResult'][] = [];
  let bytes = 0;
  for (const testCase of testCases) {
    const variables = [testCase.initial_context, template_context_variables];
    const happened = [];
    for (const result of results(graph, testCase, variables)) {
      happened.push(result);
      await nextTurn();
      if (isOver()) return done;
    }
    const result = resultOf(testCase, happened);
    bytes += Buffer.byteLength(JSON.stringify(result));
    if (bytes > maxResultBytes && done.length > 0) return done;
    done.push(result);
  }
  return done;
}
