import type { Result } from './cases.ts';

export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly not_reached: number;
  readonly operations: readonly {
    readonly operation: string;
    readonly passed: readonly string[];
    readonly failed: readonly { readonly name: string; readonly reason: string | null }[];
    readonly not_reached: readonly { readonly name: string; readonly reason: string | null }[];
  }[];
}

export function reportOf(results: readonly Result[]): Report {
  const count = (verdict: Result['verdict']): number =>
    results.filter((each) => each.verdict === verdict).length;
  const byOperation = Map.groupBy(results, ({ operation }) => operation);
  return {
    passed: count('passed'),
    failed: count('failed'),
    not_reached: count('not reached'),
    operations: [...byOperation].map(([operation, own]) => {
      const of = (verdict: Result['verdict']) =>
        own
          .filter((each) => each.verdict === verdict)
          .map(({ name, reason }) => ({ name, reason }));
      return {
        operation,
        passed: of('passed').map(({ name }) => name),
        failed: of('failed'),
        not_reached: of('not reached'),
      };
    }),
  };
}

/** A line for each operation, and below it what failed or was not reached, and why. */
export function tableOf({ operations, ...counts }: Report): string {
  const lines = operations.flatMap(({ operation, passed, failed, not_reached }) => [
    `${failed.length > 0 ? '✗' : '✓'} ${operation.padEnd(42)} ${passed.length} passed`,
    ...failed.map(({ name, reason }) => `    failed       ${name}: ${reason}`),
    ...not_reached.map(({ name, reason }) => `    not reached  ${name}: ${reason}`),
  ]);
  const total = `${operations.length} operations: ${counts.passed} passed, ${counts.failed} failed, ${counts.not_reached} not reached.`;
  return [...lines, total].join('\n');
}
