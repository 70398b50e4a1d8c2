import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Periodic work that any number of processes may run at once. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly sweep: () => Promise<unknown>;
}

export interface Sweeps {
  /** The names of the sweeps that run now. */
  inProgress(): string[];
  stop(): Promise<void>;
}

/** Runs each sweep until stopped, never twice at once; a failed one runs again at its next turn. */
export function startSweeps(sweeps: readonly Sweep[], log: Logger): Sweeps {
  const stopping = new AbortController();
  const inProgress = new Set<string>();
  const running = sweeps.map((each) => repeat(each, { log, signal: stopping.signal, inProgress }));
  return {
    inProgress: () => [...inProgress],
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface Running {
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly inProgress: Set<string>;
}

async function repeat({ name, everyMs, sweep }: Sweep, { log, signal, inProgress }: Running) {
  while (!signal.aborted) {
    inProgress.add(name);
    try {
      await sweep();
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, sweep: name }, 'a sweep failed');
    } finally {
      inProgress.delete(name);
    }
    await setTimeout(everyMs, undefined, { signal }).catch(() => {});
  }
}
