import { availableParallelism } from 'node:os';
import { tooManyAtOnce } from '../../errors.ts';
import { takeTurn, type Turn } from '../../turn.ts';
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
  /** What waits, by organization; the one that was served last stands last. */
  const waiting = new Map<number, Set<Turn<Thread>>>();
  const running = new Map<number, number>();
  /** An organization leaves a thread to the others. */
  const share = Math.max(1, limits.threads - 1);
  let ended = false;

  const runningOf = (organizationId: number): number => running.get(organizationId) ?? 0;
  const waitingCount = (): number =>
    [...waiting.values()].reduce((sum, line) => sum + line.size, 0);

  function beginNext(): void {
    for (const [organizationId, line] of waiting) {
      const [turn] = line;
      if (!turn) waiting.delete(organizationId);
      if (!turn || runningOf(organizationId) >= share) continue;
      const thread = free.pop();
      if (!thread) return;
      line.delete(turn);
      waiting.delete(organizationId);
      if (line.size > 0) waiting.set(organizationId, line);
      running.set(organizationId, runningOf(organizationId) + 1);
      return turn.begin(thread);
    }
  }

  function release(organizationId: number, thread: Thread): void {
    const left = runningOf(organizationId) - 1;
    if (left > 0) running.set(organizationId, left);
    else running.delete(organizationId);
    free.push(thread);
    beginNext();
  }

  function takeThread(organizationId: number, signal: AbortSignal): Promise<Thread> {
    const line = waiting.get(organizationId) ?? new Set<Turn<Thread>>();
    if (line.size >= limits.maxWaitingPerOrganization || waitingCount() >= limits.maxWaiting)
      throw tooMuchWaits();
    waiting.set(organizationId, line);
    const turn = takeTurn(line, signal);
    beginNext();
    return turn;
  }

  return {
    async run({ organization_id, signal = new AbortController().signal }, name, input) {
      if (ended) throw new Error('The audio threads have ended.');
      const thread = await takeThread(organization_id, signal);
      try {
        return (await thread.run({ name, input }, signal)) as Output<typeof name>;
      } finally {
        release(organization_id, thread);
      }
    },
    async end() {
      ended = true;
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

const tooMuchWaits = (): Error =>
  tooManyAtOnce('Too much audio is waiting to be computed. Try again in some seconds.', 10);
