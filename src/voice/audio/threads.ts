import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { withErrorListener } from '../../system/with-error-listener.ts';
import { AudioFault, type AudioFaultCode } from './faults.ts';
import type { Answer, Order } from './work.ts';

/** A thread computes in this much memory, apart from the samples that it holds. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** Computes audio outside the process's main thread. */
interface Thread {
  /** Rejects with the signal's reason when it aborts. */
  run(order: Order, signal: AbortSignal): Promise<unknown>;
  end(): Promise<void>;
}

/** A thread that starts with its first work, and again when it had to be ended. It does not keep the process alive. */
export function createThread(timeLimitMs: number): Thread {
  let worker: Worker | undefined;
  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  return {
    end,
    run(order, signal) {
      worker ??= startWorker();
      const running = worker;
      return new Promise((done, failed) => {
        const settle = (finish: () => void): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          running.removeAllListeners('message').removeAllListeners('exit');
          withErrorListener(running.removeAllListeners('error'));
          finish();
        };
        // Work cannot be interrupted, so its thread ends. Its files are released before anyone goes on.
        const stop = async (error: unknown): Promise<void> => {
          settle(() => {});
          await end();
          failed(error);
        };
        const abort = (): void => void stop(signal.reason);
        const timer = setTimeout(() => void stop(tooMuch('time')), timeLimitMs);
        running.on('message', (answer: Answer) => settle(() => resolve(answer, done, failed)));
        running.on('error', (error) => void stop(outOfMemory(error) ? tooMuch('memory') : error));
        running.on('exit', () => void stop(new Error('The audio thread has ended.')));
        signal.addEventListener('abort', abort);
        if (signal.aborted) abort();
        else running.postMessage(order, []);
      });
    },
  };
}

function startWorker(): Worker {
  const worker = withErrorListener(
    new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits,
      // Decoders print what they find wrong.
      stdout: true,
      stderr: true,
    }),
  );
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  return worker;
}

function resolve(
  answer: Answer,
  done: (result: unknown) => void,
  failed: (error: unknown) => void,
): void {
  if ('result' in answer) return done(answer.result);
  if ('error' in answer) {
    const { error, code } = answer;
    return failed(
      error instanceof Error && code !== undefined ? Object.assign(error, { code }) : error,
    );
  }
  failed(new AudioFault(answer.fault.code as AudioFaultCode, answer.fault.message));
}

const outOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooMuch = (resource: 'time' | 'memory'): AudioFault =>
  new AudioFault(
    'too_much_work',
    `The recording takes too much ${resource} to compute. Use a shorter one or fewer effects.`,
  );
