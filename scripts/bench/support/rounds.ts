import { load, type Measure, type Request } from './load.ts';
import type { BenchServer } from './servers.ts';

export interface Contestant {
  readonly server: BenchServer;
  readonly request: Request;
}

export interface Row {
  readonly name: string;
  readonly cpu: readonly number[];
  readonly rate: readonly number[];
}

/** Measures all contestants in turn, over and over: a change of the machine's speed meets them alike. */
export async function alternate(
  contestants: readonly Contestant[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Row[]> {
  const measures = new Map<Contestant, Measure[]>(
    contestants.map((contestant) => [contestant, []]),
  );
  for (const { server, request } of contestants) await load(server, request, 2);
  for (let round = 0; round < rounds; round++) {
    for (const [{ server, request }, list] of measures)
      list.push(await load(server, request, seconds));
  }
  return [...measures].map(([{ server }, list]) => ({
    name: server.name,
    cpu: list.map((measure) => measure.cpuMicroseconds),
    rate: list.map((measure) => measure.requestsPerSecond),
  }));
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
};

/** Median of the ratios round by round: both of a pair were measured at the same time. */
export const ratio = (row: Row, to: Row): number =>
  median(row.cpu.map((value, round) => value / (to.cpu[round] ?? NaN)));

export function print(rows: readonly Row[]): void {
  for (const { name, cpu, rate } of rows) {
    const spread = `${Math.min(...cpu).toFixed(0)}..${Math.max(...cpu).toFixed(0)}`;
    console.log(
      `${name.padEnd(34)} ${median(cpu).toFixed(0).padStart(6)} us/request (${spread})  ${median(rate).toFixed(0).padStart(6)} requests/s`,
    );
  }
}

export function verdict(what: string, value: number, target: number): void {
  console.log(
    `${what}: ${value.toFixed(2)} (target: at most ${target}) ${value <= target ? 'met' : 'MISSED'}`,
  );
}
