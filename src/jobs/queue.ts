import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The key of a queue whose work is not divided. */
export const undivided: readonly string[] = ['due'];

/** How a queue's keys are worked on. */
export interface QueueWork {
  /** How many of the queue's keys this process works on at once. */
  readonly concurrency: number;
  readonly work: (key: string) => Promise<void>;
  /** The keys for which there may be work: looked up when wake-ups may have been missed. */
  readonly due: () => Promise<readonly string[]>;
  /** How often a key is worked on at most, in ms, so that what many wake-ups announce is found together. */
  readonly everyMs?: number;
}

/** The keys of a queue that this process works on, in the order in which they were woken. */
export interface Queue {
  readonly name: string;
  /** Has a key worked on soon. One that waits already has no effect; one that is worked on is worked on once more. */
  wake(keys: Iterable<string>): void;
  /** Wakes all keys for which there may be work. */
  wakeDue(): Promise<void>;
  /** The keys that wait for a place. */
  waiting(): readonly string[];
  /** How many more keys this process could work on now. */
  room(): number;
  /** Begins nothing more, and resolves when the work in progress has ended. */
  stop(): Promise<void>;
}

/** How often a key whose work fails is tried again, and the longest pause. The sweeps find what is then left. */
const retries = 5;
const maxRetryMs = 30_000;

export function createQueue(
  name: string,
  { concurrency, work, due, everyMs = 0 }: QueueWork,
  log: Logger,
): Queue {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  /** How often the work of a key has failed in a row, and the timer of the next try. */
  const failed = new Map<string, { readonly times: number; readonly timer: NodeJS.Timeout }>();
  const stopping = new AbortController();
  // A wake-up comes from a request, whose trace and share of connections the work is no part of.
  const outside = AsyncLocalStorage.snapshot();

  function begin(): void {
    for (const key of waiting) {
      if (stopping.signal.aborted || running.size >= concurrency) return;
      if (running.has(key)) continue;
      waiting.delete(key);
      const ended = outside(run, key).finally(() => {
        running.delete(key);
        begin();
      });
      running.set(key, ended);
    }
  }

  async function run(key: string): Promise<void> {
    const { signal } = stopping;
    const paused = everyMs > 0 ? wait(everyMs, undefined, { signal }).catch(() => {}) : undefined;
    const before = failed.get(key);
    clearTimeout(before?.timer);
    failed.delete(key);
    try {
      await work(key);
    } catch (error) {
      log.error({ err: error, queue: name, key }, 'a job failed');
      tryLater(key, (before?.times ?? 0) + 1);
    }
    await paused;
  }

  function tryLater(key: string, times: number): void {
    if (stopping.signal.aborted || times > retries) return;
    const pause = Math.min(1000 * 2 ** (times - 1), maxRetryMs);
    failed.set(key, { times, timer: setTimeout(() => wake([key]), pause).unref() });
  }

  function wake(keys: Iterable<string>): void {
    for (const key of keys) waiting.add(key);
    begin();
  }

  return {
    name,
    wake,
    wakeDue: async () => wake(await due()),
    waiting: () => [...waiting].filter((key) => !running.has(key)),
    room: () => concurrency - running.size,
    async stop() {
      stopping.abort();
      for (const { timer } of failed.values()) clearTimeout(timer);
      failed.clear();
      await Promise.all(running.values());
    },
  };
}
