import type { Logger } from 'pino';

/** Wakes queues at most once per tick each, whatever the number of requests. */
export interface Ticks {
  wake(queue: string): void;
  stop(): Promise<void>;
}

/** Long enough that the transaction which causes the first wake-up of a tick has usually committed. */
const tickMs = 50;

export function createTicks(log: Logger, wakeNow: (queue: string) => Promise<unknown>): Ticks {
  const timers = new Map<string, NodeJS.Timeout>();
  const inProgress = new Set<Promise<void>>();
  async function tick(queue: string): Promise<void> {
    timers.delete(queue);
    try {
      await wakeNow(queue);
    } catch (error) {
      log.warn({ err: error, queue }, 'a queue could not be woken; its sweep finds the work');
    }
  }
  return {
    wake(queue) {
      if (timers.has(queue)) return;
      const begin = (): void => {
        const waking = tick(queue).finally(() => inProgress.delete(waking));
        inProgress.add(waking);
      };
      timers.set(queue, setTimeout(begin, tickMs));
    },
    async stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.all(inProgress);
    },
  };
}
