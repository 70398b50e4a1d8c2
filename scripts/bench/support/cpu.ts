import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { pidsIn } from '../../postgres/servers.ts';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The CPU time of a process so far, user and system, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const [user = 0, system = 0] = times(pid);
  return ((user + system) / ticksPerSecond) * 1e6;
}

/** In ticks: a process's own time as user and system, and the same of its children that have ended. */
function times(pid: number): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the command may hold spaces; what follows its parenthesis does not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).map(Number);
}

/** The processes of the PostgreSQL that was started for the measurement, its first one first; none of one elsewhere. */
export function postgresPids(): number[] {
  const directory = process.env['TEST_DATABASE_DIRECTORY'];
  return directory === undefined ? [] : pidsIn(directory);
}

/** The CPU time of all processes of that PostgreSQL so far, in microseconds, those that have ended among them. */
export const postgresMicroseconds = (): number => serverMicroseconds(postgresPids());

/** The same of a server with these processes, the first one first. */
export function serverMicroseconds([first, ...others]: readonly number[]): number {
  if (first === undefined) return NaN;
  const [, , user, system] = times(first);
  const ended = ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
  return [first, ...others].reduce((sum, pid) => sum + cpuOf(pid), ended * 1e6);
}

/** A process may end while they are looked at. */
function cpuOf(pid: number): number {
  try {
    return cpuMicroseconds(pid);
  } catch {
    return 0;
  }
}

/** The CPU time of each thread of processes, to the nanosecond: for what takes less than a tick. */
export type Scheduled = ReadonlyMap<string, number>;

export const scheduled = (pids: readonly number[]): Scheduled =>
  new Map(
    pids
      .flatMap((pid) => globSync(`/proc/${pid}/task/*/schedstat`))
      .map((file) => [file, Number(contentOf(file).split(' ')[0]) / 1000]),
  );

/** What threads took between the two, in microseconds; without those that have ended meanwhile. */
export const scheduledBetween = (before: Scheduled, after: Scheduled): number =>
  [...after].reduce((sum, [file, time]) => sum + time - (before.get(file) ?? 0), 0);

/** A thread may end while they are looked at. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '0';
  }
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
