import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The CPU time of a process so far, user and system, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the command may hold spaces; what follows its parenthesis does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
}

export const residentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** The peak resident memory of a process. */
export const peakResidentMib = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const canPin = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0;

/** A command that runs on one processor; server and load get different ones where there are two. */
export const pinned = (processor: number, command: string[]): string[] =>
  canPin ? ['taskset', '-c', String(processor), ...command] : command;

const placement = canPin ? 'server on CPU 0, load on CPU 1' : 'server and load not pinned to CPUs';

export const machine = (): string =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}; ${placement}`;
