import { parseArgs } from 'node:util';
import { machine } from './cpu.ts';
import { expectSameAnswers, load, type Measure, type Request } from './load.ts';
import { median, spread } from './figures.ts';
import { type Figure, sentence } from './results.ts';
import type { BenchServer } from './servers.ts';
import { isBrief, usually } from './brief.ts';

interface Row {
  readonly name: string;
  /** Of all rows that were measured together. */
  readonly noise: number | undefined;
  /** Microseconds of each round. */
  readonly cpu: readonly number[];
  readonly rate: readonly number[];
}

const { values } = parseArgs({
  // The programs that import this have options of their own.
  strict: false,
  options: {
    rounds: { type: 'string', default: String(usually(5, 1)) },
    seconds: { type: 'string', default: String(usually(4, 1)) },
  },
});
export const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const warmUpSeconds = usually(3, 0);

/** Measures all servers in turn, repeatedly: changes of the machine's speed affect them alike. */
export async function alternate(
  servers: readonly BenchServer[],
  request: Request,
): Promise<readonly Row[]> {
  console.log(`${machine()}\n${rounds} rounds of ${seconds} s each, alternating, 16 connections`);
  await expectSameAnswers(servers, request);
  if (warmUpSeconds > 0) for (const server of servers) await load(server, request, warmUpSeconds);
  const measures = new Map<BenchServer, Measure[]>(servers.map((server) => [server, []]));
  const again: Measure[] = [];
  const peer = servers.at(-1)!;
  for (let round = 0; round < rounds; round++) {
    for (const [server, list] of measures) list.push(await load(server, request, seconds));
    again.push(await load(peer, request, seconds));
  }
  const cpuOf = (list: readonly Measure[] = []) => list.map((each) => each.cpuMicroseconds);
  const noise = noiseOf(peer.name, cpuOf(measures.get(peer)), cpuOf(again));
  const rows = [...measures].map(([{ name }, list]) => ({
    name,
    noise,
    cpu: cpuOf(list),
    rate: list.map((measure) => measure.requestsPerSecond),
  }));
  for (const row of rows) print(row);
  return rows;
}

function print({ name, cpu, rate }: Row): void {
  console.log(
    `${name.padEnd(34)} CPU ${spread(cpu)} us/request   ${median(rate).toFixed(0).padStart(5)} requests/s`,
  );
}

/**
 * By how much a peer that was measured twice in each round differs from itself, by the median of the ratios. It is printed,
 * and goes with each verdict of the same rounds.
 */
export function noiseOf(
  name: string,
  first: readonly number[],
  second: readonly number[],
): number | undefined {
  const ratio = median(second.map((value, round) => value / (first[round] ?? NaN)));
  console.log(`${name} to itself: ${ratio.toFixed(2)} x`);
  // A single round of a second has nothing but noise.
  return isBrief ? undefined : Math.abs(ratio - 1);
}

/** The median of the ratios per round: both of a pair were measured at nearly the same time. */
export function compare(
  what: string,
  [row, to]: readonly (Row | undefined)[],
  target?: number,
): void {
  const ratios = row?.cpu.map((value, round) => value / (to?.cpu[round] ?? NaN)) ?? [];
  verdict(what, median(ratios), target, { noise: row?.noise });
}

type Kind = Partial<Pick<Figure, 'unit' | 'bound' | 'noise'>>;

/** Prints a figure beside its target, and hands it to the program that started this one. */
export function verdict(
  what: string,
  value: number,
  target: number | undefined,
  kind: Kind = {},
): void {
  const figure: Figure = { unit: 'x', bound: 'at most', ...kind, what, value, target };
  console.log(sentence(figure));
  process.send?.({ figure });
}

/** The difference between the servers that the figures include, printed with every comparison. */
export const rememberedCallers =
  'The peer looks the caller up for every request; this API remembers callers for one second.';
