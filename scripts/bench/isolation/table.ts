import type { Case, Shown } from './bed.ts';
import type { ProbeReport } from './probe.ts';
import type { Tally } from './sending.ts';

export interface Measured {
  readonly report: ProbeReport;
  readonly tally: Tally;
  readonly survived: boolean;
  readonly residentBeforeMib: number;
  readonly shown: Shown;
}

/** The bounds of what one caller may cost: how long a request holds the process, and the size of an error response. */
const stallMs = 100;
const errorBytes = 64 * 1024;

/** Why a case misses its bounds, in a few words each. */
export function faultsOf({ bystanderMs }: Case, measured: Measured): string[] {
  const { report, tally, survived, shown } = measured;
  const failed = report.bystander?.failed ?? 0;
  const waited = report.bystander?.longestMs ?? 0;
  return [
    ...(survived ? [] : ['the process ended']),
    ...(survived && report.health.heldMs > stallMs ? [`stall over ${stallMs} ms`] : []),
    ...(tally.largestError > errorBytes ? ['error answer over 64 KiB'] : []),
    ...(bystanderMs !== undefined && waited > bystanderMs
      ? [`the bystander waited ${(waited / 1000).toFixed(1)} s`]
      : []),
    ...(failed > 0 ? [`${failed} requests of the bystander failed`] : []),
    ...(tally.statuses.has(500) ? [`${tally.statuses.get(500)} answers 500`] : []),
    ...(shown.faults ?? []),
  ];
}

export const head = [
  '| item | case | stall ms (with waits for a CPU) | bystander p99, longest ms | largest answer, largest error KiB | RSS growth MiB | survived | answers | verdict |',
  '|---|---|---|---|---|---|---|---|---|',
].join('\n');

export function row(item: Case, measured: Measured): string {
  const { report, tally, survived, residentBeforeMib, shown } = measured;
  const { health, bystander } = report;
  const kib = (bytes: number): string => (bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0);
  const statuses = [...tally.statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status === 0 ? 'none' : status}`);
  const faults = faultsOf(item, measured);
  return `| ${[
    item.item,
    item.name,
    survived ? `${health.heldMs.toFixed(0)} (${health.longestMs.toFixed(0)})` : '-',
    survived && bystander
      ? `${bystander.p99Ms.toFixed(0)}, ${bystander.longestMs.toFixed(0)}`
      : '-',
    `${kib(tally.largest)}, ${kib(tally.largestError)}`,
    survived ? (report.residentMaxMib - residentBeforeMib).toFixed(0) : '-',
    survived ? 'yes' : 'NO',
    [...statuses, ...(shown.note ? [shown.note] : [])].join(', '),
    faults.length === 0 ? 'kept' : `MISSED: ${faults.join('; ')}`,
  ].join(' | ')} |`;
}
