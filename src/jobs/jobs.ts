import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { afterCommit } from '../db/after-commit.ts';
import type { Connection, Database } from '../db/connect.ts';
import { type Announced, announcementsOn } from './announcements.ts';
import { createQueue, type Queue, type QueueWork, undivided } from './queue.ts';

/**
 * Wakes queues for work that a sweep would find later. The tables hold the work, so a superfluous wake-up has no effect,
 * and a lost one only costs time.
 */
export interface Jobs {
  /** Wakes keys of a queue, in this process or in others. */
  wake(queue: string, keys?: readonly string[]): void;
  /** Does so once the transaction has committed. */
  wakeAfter(trx: Transaction<Database>, queue: string, keys?: readonly string[]): Promise<void>;
  /** Starts working on the given queues, and on what they have to do already. */
  work(queues: Readonly<Record<string, QueueWork>>): Promise<void>;
  /**
   * Calls `woken` with the keys of each wake-up of a queue, in whichever process, and without keys when some may have been
   * missed. It is for queues that nobody works on: each process that follows hears all keys.
   */
  follow(queue: string, woken: (keys?: readonly string[]) => void): void;
  /** The keys that wait in this process, by queue. */
  waiting(): Readonly<Record<string, readonly string[]>>;
  /** Begins no more work, waits for what is in progress, and leaves the rest to the other processes. */
  stop(): Promise<void>;
}

/** What has not begun by then is announced to the other processes. */
const tickMs = 20;
/** Before another try of what failed, mostly because the database is away. */
const retryMs = 500;
/** With more keys than these to announce again, the sweeps have to find them. */
const maxKept = 10_000;

/** The wake-ups of a process. */
export function openJobs(connection: Connection, log: Logger): Jobs {
  const announcements = announcementsOn(connection, log);
  const queues = new Map<string, Queue>();
  const followers = new Map<string, (keys?: readonly string[]) => void>();
  const announced = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let hearing: Promise<{ close(): Promise<void> }> | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  function announce(queue: string, keys: readonly string[], inMs = tickMs): void {
    const before = announced.get(queue);
    if (before) for (const key of keys) before.add(key);
    else announced.set(queue, new Set(keys));
    timer ??= setTimeout(send, inMs);
  }

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const left = [...announced].flatMap(([name, keys]) => {
      const queue = queues.get(name);
      const unbegun = queue ? queue.waiting().filter((key) => keys.has(key)) : [...keys];
      return unbegun.length > 0
        ? [{ queue: name, keys: unbegun, isKept: queue !== undefined }]
        : [];
    });
    announced.clear();
    if (left.length === 0) return;
    const sent = announcements.send(left).catch((error: unknown) => {
      const waiting = [...announced.values()].reduce((sum, { size }) => sum + size, 0);
      const isKept = !isStopped && waiting < maxKept;
      const then = isKept ? 'it is announced again' : 'a sweep finds it';
      log.warn({ err: error }, `work could not be announced; ${then}`);
      if (isKept) for (const { queue, keys } of left) announce(queue, keys, retryMs);
    });
    sending = Promise.all([sending, sent]);
  }

  function wake(name: string, keys: readonly string[] = undivided): void {
    queues.get(name)?.wake(keys);
    followers.get(name)?.(keys);
    announce(name, keys);
  }

  function take({ queue: name, keys, isKept }: Announced): void {
    followers.get(name)?.(keys);
    const queue = queues.get(name);
    queue?.wake(isKept ? keys.slice(0, Math.max(queue.room(), 0)) : keys);
  }

  function missed(): void {
    for (const woken of followers.values()) woken();
    void wakeAllDue();
  }

  /** Listens once; what fails is tried again by the next who wants to hear. */
  function hear(): Promise<{ close(): Promise<void> }> {
    hearing ??= announcements.hear(take, missed).catch((error: unknown) => {
      hearing = undefined;
      throw error;
    });
    return hearing;
  }

  const wakeAllDue = (): Promise<unknown> => Promise.all(Array.from(queues.values(), wakeDue));

  async function wakeDue(queue: Queue): Promise<void> {
    try {
      await queue.wakeDue();
    } catch (error) {
      if (isStopped) return;
      log.error({ err: error, queue: queue.name }, 'a queue could not be looked at');
      setTimeout(() => void wakeDue(queue), retryMs).unref();
    }
  }

  return {
    wake,
    wakeAfter: async (trx, queue, keys) => afterCommit(trx, () => wake(queue, keys)),
    async work(all) {
      for (const [name, work] of Object.entries(all))
        queues.set(name, createQueue(name, work, log));
      await hear();
      await wakeAllDue();
    },
    follow(queue, woken) {
      followers.set(queue, woken);
      if (isStopped) return;
      hear().catch((error: unknown) =>
        log.warn({ err: error, queue }, 'wake-ups of other processes are not heard'),
      );
    },
    waiting: () =>
      Object.fromEntries(Array.from(queues.values(), (queue) => [queue.name, queue.waiting()])),
    async stop() {
      isStopped = true;
      const stopped = [...queues.values()];
      queues.clear();
      for (const queue of stopped) announce(queue.name, queue.waiting());
      send();
      const closing = hearing?.then(
        (each) => each.close(),
        () => {},
      );
      hearing = undefined;
      await Promise.all([...stopped.map((queue) => queue.stop()), closing, sending]);
    },
  };
}
