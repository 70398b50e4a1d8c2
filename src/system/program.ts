import { type ChildProcess, execFile, type ExecFileException } from 'node:child_process';
import { withErrorListener } from './with-error-listener.ts';

interface Run {
  /** Its whole environment: none of this process's secrets. */
  readonly env: Readonly<Record<string, string>>;
  /** It is killed after this time. */
  readonly timeoutMs: number;
  /** It is killed when it has written more than this. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

interface Result {
  /** Undefined if it ended with code 0. */
  readonly error: ExecFileException | undefined;
  readonly stdout: Buffer;
  /** The beginning of its error output. */
  readonly message: string;
}

/** Runs a program whose input `feed` writes. Never rejects. */
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
    // If a program ends before it has read its input, its exit code is the error.
    feed(withErrorListener(child.stdin!));
  });
