import { spawn } from 'node:child_process';
import { constants as os } from 'node:os';
import { Refusal } from './cluster.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];
let received: Signal | undefined;
let forward: (signal: Signal) => void = () => {};

/** Has this process survive signals until its command has ended, which gets them instead. */
export function catchSignals(): void {
  for (const signal of signals)
    process.on(signal, () => {
      received ??= signal;
      forward(signal);
    });
}

/** The exit code of a process that a signal has told to end, if one has come. */
export const stopped = (): number | undefined => received && exitCodeOf(received);

/** Runs a command unless a signal has come; returns its exit code. */
export async function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  if (received) return exitCodeOf(received);
  const child = spawn(command, args, { env, stdio: 'inherit' });
  // A terminal also sends Ctrl-C to the command, and a second one would interrupt its shutdown.
  forward = (signal) =>
    signal === 'SIGINT' && process.stdin.isTTY ? undefined : void child.kill(signal);
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Refusal(`${command} could not be run: ${error.message}`)),
    );
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal ?? 'SIGKILL')));
  });
}

/** Runs the program with its arguments; what it refuses is printed as a sentence. */
export async function runMain(main: (given: string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + os.signals[signal];
}
