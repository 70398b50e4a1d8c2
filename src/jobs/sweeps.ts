import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Periodic work that any number of processes may run at once. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly sweep: () => Promise<unknown>;
}

/** Runs each sweep until stopped, never twice at once; a failed one runs again at its next turn. */
export function startSweeps(
  sweeps: readonly Sweep[],
  log: Logger,
): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = sweeps.map((each) => repeat(each, log, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function repeat({ name, everyMs, sweep }: Sweep, log: Logger, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      await sweep();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, sweep: name }, 'a sweep failed');
    }
    await setTimeout(everyMs, undefined, { signal }).catch(() => {});
  }
}
