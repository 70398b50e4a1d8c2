import { groupOf } from './mix.ts';

/** What a number of requests of one kind took. */
export interface Line {
  readonly name: string;
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly maxMs: number;
}

interface Note {
  readonly id: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

export interface Tally {
  note(note: Note): void;
  readonly count: number;
  readonly statuses: ReadonlyMap<number, number>;
  overall(): Line;
  byOperation(): readonly Line[];
  byGroup(): readonly Line[];
}

/** A list's value below which a share of it lies; NaN for an empty one. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

function lineOf(name: string, list: readonly number[]): Line {
  const sorted = list.toSorted((a, b) => a - b);
  return {
    name,
    count: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    p999: quantile(sorted, 0.999),
    maxMs: sorted.at(-1) ?? NaN,
  };
}

export function createTally(): Tally {
  const all: number[] = [];
  const operations = new Map<string, number[]>();
  const groups = new Map<string, number[]>();
  const statuses = new Map<number, number>();
  const add = (lists: Map<string, number[]>, name: string, ms: number): void => {
    const list = lists.get(name);
    if (list) list.push(ms);
    else lists.set(name, [ms]);
  };
  const lines = (lists: Map<string, number[]>): readonly Line[] =>
    [...lists].map(([name, list]) => lineOf(name, list)).toSorted((a, b) => b.p99 - a.p99);
  return {
    note({ id, method, status, ms }) {
      all.push(ms);
      add(operations, id, ms);
      add(groups, groupOf({ id, method }), ms);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    get count() {
      return all.length;
    },
    statuses,
    overall: () => lineOf('all', all),
    byOperation: () => lines(operations),
    byGroup: () => lines(groups),
  };
}

const cell = (ms: number): string => ms.toFixed(ms < 10 ? 1 : 0);

/** A Markdown table of times in milliseconds. */
export const tableOf = (lines: readonly Line[]): string =>
  [
    '| | requests | p50 ms | p99 ms | p99.9 ms | max ms |',
    '|---|---|---|---|---|---|',
    ...lines.map(
      ({ name, count, ...times }) =>
        `| ${[name, count, ...[times.p50, times.p99, times.p999, times.maxMs].map(cell)].join(' | ')} |`,
    ),
  ].join('\n');
