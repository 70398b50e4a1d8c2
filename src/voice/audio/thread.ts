import { parentPort } from 'node:worker_threads';
import { AudioFault } from './faults.ts';
import { type Answer, type Order, work } from './work.ts';

// A thread that computes audio: one piece of work at a time.
parentPort?.on('message', ({ name, input }: Order) => {
  const run = work[name] as (given: typeof input) => Promise<unknown>;
  void answer(() => run(input)).then((message) => parentPort?.postMessage(message, []));
});

async function answer(run: () => Promise<unknown>): Promise<Answer> {
  try {
    return { result: await run() };
  } catch (error) {
    if (error instanceof AudioFault) return { fault: { code: error.code, message: error.message } };
    // The code of a failure of the system would not get through with it.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { error, code };
  }
}
