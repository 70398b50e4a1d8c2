import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A part of a processor that processes may use together. */
export interface Quota {
  /** Of a process that has ended meanwhile nothing is left to limit. */
  add(pid: number): void;
  /** Once its processes have ended. */
  remove(): void;
}

/** Short, so that a process which has used its part up does not stop for long. */
const periodUs = 10_000;

const roots = ['/sys/fs/cgroup', '/sys/fs/cgroup/cpu'];

/** A control group of Linux that limits processes to a part of one processor; undefined where none can be made. */
export function createQuota(name: string, part: number): Quota | undefined {
  const quotaUs = Math.round(periodUs * part);
  for (const root of roots) {
    const directory = join(root, `bench-${process.pid}-${name}`);
    try {
      mkdirSync(directory);
    } catch {
      continue;
    }
    const isNew = existsSync(join(directory, 'cpu.max'));
    if (isNew || existsSync(join(directory, 'cpu.cfs_quota_us'))) {
      if (isNew) writeFileSync(join(directory, 'cpu.max'), `${quotaUs} ${periodUs}`);
      else {
        writeFileSync(join(directory, 'cpu.cfs_period_us'), String(periodUs));
        writeFileSync(join(directory, 'cpu.cfs_quota_us'), String(quotaUs));
      }
      return {
        add(pid) {
          try {
            writeFileSync(join(directory, 'cgroup.procs'), String(pid));
          } catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
          }
        },
        remove: () => rmdirSync(directory),
      };
    }
    rmdirSync(directory);
  }
  return undefined;
}

/** Has the running processes, with all their threads and what they start later, use one processor alone. */
export function pin(processor: number, pids: readonly number[]): void {
  for (const pid of pids)
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processor), String(pid)]);
}
