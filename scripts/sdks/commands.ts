import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { RunOptions } from './target.ts';

const running = new Set<ChildProcess>();
const maxOutput = 4 * 1024 * 1024;
const shownLines = 40;

export function isOnPath(command: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs a command in a process group of its own, returns its stdout, and throws with the end of its output. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env, timeoutMs = 300_000 }: RunOptions,
): Promise<string> {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let output = '';
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-maxOutput);
    output = (output + text).slice(-maxOutput);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-maxOutput);
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop(child);
  }, timeoutMs);
  const code = await new Promise<number | string | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', (status, signal) => done(status ?? signal));
  }).finally(() => {
    clearTimeout(timer);
    running.delete(child);
  });
  if (code === 0) return printed;
  const ending = isLate ? `was stopped after ${timeoutMs / 1000} s` : `ended with ${code}`;
  const tail = output.trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new CommandFailed(`${command} ${args.join(' ')} ${ending}:\n${tail}`, printed);
}

/** A command's failure, with what it printed before. */
export class CommandFailed extends Error {
  readonly printed: string;
  constructor(message: string, printed: string) {
    super(message);
    this.printed = printed;
  }
}

/** Ends the commands in progress with everything that they started. */
export function stopAll(): void {
  for (const child of running) stop(child);
}

function stop({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
