import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Rounds } from './rounds.ts';

/** Periodic work that any number of processes may run at once. */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  readonly sweep: () => Promise<unknown>;
}

interface Sweeps {
  stop(): Promise<void>;
}

interface SweepParts {
  readonly log: Logger;
  readonly rounds: Rounds;
}

/** Runs each sweep until stopped, never twice at once; a failed one runs again at its next turn. */
export function startSweeps(sweeps: readonly Sweep[], parts: SweepParts): Sweeps {
  const stopping = new AbortController();
  const running = sweeps.map((each) => repeat(each, { ...parts, signal: stopping.signal }));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

interface Running extends SweepParts {
  readonly signal: AbortSignal;
}

async function repeat(each: Sweep, { log, rounds, signal }: Running) {
  while (!signal.aborted) {
    try {
      await rounds.run('sweep', each, async () => each.sweep());
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, sweep: each.name }, 'a sweep failed');
    }
    await setTimeout(each.everyMs, undefined, { signal }).catch(() => {});
  }
}
