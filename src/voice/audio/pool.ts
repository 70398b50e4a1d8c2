import { availableParallelism } from 'node:os';
import { tooManyAtOnce } from '../../errors.ts';
import { takeTurn, type Turn } from '../../fairness/turn.ts';
import { createThread, type Thread } from './threads.ts';
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

/** An organization with work. */
interface Sharer {
  readonly line: Set<Turn<Thread>>;
  running: number;
  /** The number of its last turn. */
  served: number;
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
  /** The organizations with work. */
  const sharers = new Map<number, Sharer>();
  /** An organization leaves a thread to the others. */
  const share = Math.max(1, limits.threads - 1);
  let turns = 0;
  let ended = false;

  const waitingCount = (): number =>
    [...sharers.values()].reduce((sum, { line }) => sum + line.size, 0);

  /** The turn of the organization that was served the longest time ago, or never. */
  function beginNext(): void {
    const eligible = [...sharers.values()].filter(
      ({ line, running }) => line.size > 0 && running < share,
    );
    const [next] = eligible.toSorted((one, other) => one.served - other.served);
    const [turn] = next?.line ?? [];
    const thread = next && turn ? free.pop() : undefined;
    if (!next || !turn || !thread) return;
    next.line.delete(turn);
    next.running += 1;
    next.served = turns += 1;
    turn.begin(thread);
  }

  function takeThread(sharer: Sharer, signal: AbortSignal): Promise<Thread> {
    if (sharer.line.size >= limits.maxWaitingPerOrganization || waitingCount() >= limits.maxWaiting)
      throw tooMuchWaits();
    const turn = takeTurn(sharer.line, signal);
    beginNext();
    return turn;
  }

  async function withThread<T>(
    organizationId: number,
    signal: AbortSignal,
    use: (thread: Thread) => Promise<T>,
  ): Promise<T> {
    const sharer = sharers.get(organizationId) ?? { line: new Set(), running: 0, served: 0 };
    sharers.set(organizationId, sharer);
    try {
      const thread = await takeThread(sharer, signal);
      try {
        return await use(thread);
      } finally {
        sharer.running -= 1;
        free.push(thread);
        beginNext();
      }
    } finally {
      if (sharer.running === 0 && sharer.line.size === 0) sharers.delete(organizationId);
    }
  }

  return {
    async run({ organization_id, signal = new AbortController().signal }, name, input) {
      if (ended) throw new Error('The audio threads have ended.');
      return withThread(
        organization_id,
        signal,
        async (thread) => (await thread.run({ name, input }, signal)) as Output<typeof name>,
      );
    },
    async end() {
      ended = true;
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

const tooMuchWaits = (): Error =>
  tooManyAtOnce('Too much audio is waiting to be computed. Try again in some seconds.', 10);
