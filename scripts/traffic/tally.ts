/** How often an operation returned each status, and the time of the slowest response. */
interface Line {
  readonly statuses: Map<string, number>;
  slowestMs: number;
  count: number;
}

export interface Tally {
  note(operation: string, status: string, ms: number): void;
  readonly requests: number;
  print(): void;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

export function createTally(): Tally {
  const lines = new Map<string, Line>();
  let requests = 0;
  return {
    get requests() {
      return requests;
    },
    note(operation, status, ms) {
      requests++;
      const line = lines.get(operation) ?? { statuses: new Map(), slowestMs: 0, count: 0 };
      lines.set(operation, line);
      line.count++;
      line.slowestMs = Math.max(line.slowestMs, ms);
      line.statuses.set(status, (line.statuses.get(status) ?? 0) + 1);
    },
    print() {
      for (const [operation, { statuses }] of [...lines].toSorted(byName)) {
        const counts = [...statuses]
          .toSorted(byName)
          .map(([status, count]) => `${count} x ${status}`);
        console.log(`${operation.padEnd(42)} ${counts.join(', ')}`);
      }
      const slowest = [...lines].toSorted(([, a], [, b]) => b.slowestMs - a.slowestMs).slice(0, 8);
      const shown = slowest.map(([name, { slowestMs }]) => `${name} ${slowestMs.toFixed(0)} ms`);
      console.log(`slowest: ${shown.join(', ')}`);
    },
  };
}
