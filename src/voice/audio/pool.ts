import { availableParallelism } from 'node:os';
import { tooManyAtOnce } from '../../errors.ts';
import { createSlots } from '../../fairness/fair-slots.ts';
import { createThread } from './threads.ts';
import type { Input, Output, WorkName } from './work.ts';

/** Whose work it is, and when it is no longer wanted. */
export interface For {
  readonly organization_id: number;
  readonly signal?: AbortSignal;
}

/** Threads that organizations share. */
export interface Pool {
  /** Rejects with an AudioFault, with the signal's reason, or, if too much work waits, with a Failure. */
  run<Name extends WorkName>(whose: For, name: Name, input: Input<Name>): Promise<Output<Name>>;
  end(): Promise<void>;
}

interface Limits {
  readonly threads: number;
  readonly timeLimitMs: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerOrganization: number;
}

/** At least two, so that one organization's long work leaves one to others. */
const defaults: Limits = {
  threads: Math.max(2, Math.min(4, availableParallelism() - 1)),
  timeLimitMs: 120_000,
  maxWaiting: 1_000,
  maxWaitingPerOrganization: 32,
};

export function createPool(given: Partial<Limits> = {}): Pool {
  const limits = { ...defaults, ...given };
  const threads = Array.from({ length: limits.threads }, () => createThread(limits.timeLimitMs));
  const free = [...threads];
  const slots = createSlots<number>({
    total: limits.threads,
    // An organization leaves a thread to the others.
    perKey: () => Math.max(1, limits.threads - 1),
    waiting: limits.maxWaiting,
    waitingPerLine: limits.maxWaitingPerOrganization,
    refusal: tooMuchWaits,
  });
  let ended = false;

  return {
    async run({ organization_id, signal = new AbortController().signal }, name, input) {
      if (ended) throw new Error('The audio threads have ended.');
      return slots.run(organization_id, signal, async () => {
        const thread = free.pop()!;
        try {
          return (await thread.run({ name, input }, signal)) as Output<typeof name>;
        } finally {
          free.push(thread);
        }
      });
    },
    async end() {
      ended = true;
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

const tooMuchWaits = (): Error =>
  tooManyAtOnce('Too much audio is waiting to be computed. Try again in some seconds.', 10);
