import { type ChildProcess, execFile, type ExecFileException } from 'node:child_process';
import { withErrorListener } from './with-error-listener.ts';

interface Run {
  /** Its whole environment: none of this process's secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** After which time it is killed. */
  readonly timeoutMs: number;
  /** How much it may write; then it is killed. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

interface Result {
  /** Undefined if it ended with code 0. */
  readonly error: ExecFileException | undefined;
  readonly stdout: Buffer;
  /** The beginning of what it wrote about an error. */
  readonly message: string;
}

/** Runs a program with what `feed` writes to its input. Never rejects. */
export const runProgram = (
  path: string,
  args: readonly string[],
  { env, timeoutMs, maxBytes = 1_048_576, signal }: Run,
  feed: (input: NonNullable<ChildProcess['stdin']>) => void,
): Promise<Result> =>
  new Promise((done) => {
    const options = {
      encoding: 'buffer',
      env,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxBytes,
      ...(signal && { signal }),
    } as const;
    const child = execFile(path, args, options, (error, stdout, stderr) => {
      done({ error: error ?? undefined, stdout, message: stderr.toString('utf8', 0, 500) });
    });
    // A program that ends before it has read its input is reported by its exit code.
    feed(withErrorListener(child.stdin!));
  });
