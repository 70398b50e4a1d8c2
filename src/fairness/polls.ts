import { type Waiter, waitIn } from './waiter.ts';

/** Polls objects for their readers: once per object, however many readers it has. */
export interface Polls<T> {
  /**
   * Yields the result that the reader has, then that of each poll from now on; a slow reader gets only the newest. Throws
   * what a poll throws.
   */
  follow(name: string, following: Following<T>): AsyncGenerator<T, void, void>;
  /** How many objects are polled. */
  readonly size: number;
}

interface Following<T> {
  readonly first: T;
  readonly look: () => Promise<T>;
  readonly signal: AbortSignal;
}

interface Poll<T> {
  readonly waiting: Set<Waiter<T>>;
  readers: number;
  timer: NodeJS.Timeout | undefined;
  failure: Error | undefined;
}

/** Polling stops when the last reader leaves; `pauseMs` passes between two polls. */
export function createPolls<T>(pauseMs: number): Polls<T> {
  const polls = new Map<string, Poll<T>>();

  function begin(name: string, look: () => Promise<T>): Poll<T> {
    const poll: Poll<T> = { waiting: new Set(), readers: 0, timer: undefined, failure: undefined };
    const answer = (settle: (waiter: Waiter<T>) => void): void => {
      const waiters = [...poll.waiting];
      poll.waiting.clear();
      for (const waiter of waiters) settle(waiter);
    };
    const next = async (): Promise<void> => {
      try {
        const value = await look();
        answer((waiter) => waiter.begin(value));
        if (poll.readers > 0) poll.timer = setTimeout(() => void next(), pauseMs);
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error));
        poll.failure = failure;
        if (polls.get(name) === poll) polls.delete(name);
        answer((waiter) => waiter.refuse(failure));
      }
    };
    poll.timer = setTimeout(() => void next(), pauseMs);
    polls.set(name, poll);
    return poll;
  }

  function leave(name: string, poll: Poll<T>): void {
    poll.readers -= 1;
    if (poll.readers > 0) return;
    clearTimeout(poll.timer);
    if (polls.get(name) === poll) polls.delete(name);
  }
  return {
    async *follow(name, { first, look, signal }) {
      yield first;
      const poll = polls.get(name) ?? begin(name, look);
      poll.readers += 1;
      try {
        while (!signal.aborted) {
          if (poll.failure) throw poll.failure;
          yield await waitIn(poll.waiting, signal);
        }
      } finally {
        leave(name, poll);
      }
    },
    get size() {
      return polls.size;
    },
  };
}
