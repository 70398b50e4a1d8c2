import { afterCommit } from '../../src/db/after-commit.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { undivided } from '../../src/jobs/queue.ts';

/** What a server has woken. */
export interface Woken {
  /** The keys of a queue, each once. */
  keys(queue: string): string[];
  forget(queue: string): void;
}

export function recorded(jobs: Jobs): { readonly jobs: Jobs; readonly woken: Woken } {
  const all = new Map<string, Set<string>>();
  const wake: Jobs['wake'] = (queue, keys = undivided) => {
    all.set(queue, new Set([...(all.get(queue) ?? []), ...keys]));
    jobs.wake(queue, keys);
  };
  return {
    jobs: {
      ...jobs,
      wake,
      wakeAfter: async (trx, queue, keys) => afterCommit(trx, () => wake(queue, keys)),
    },
    woken: {
      keys: (queue) => [...(all.get(queue) ?? [])],
      forget: (queue) => void all.delete(queue),
    },
  };
}
