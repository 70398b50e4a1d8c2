import { busy } from '../errors.ts';
import { takeTurn, type Turn } from '../fairness/turn.ts';

/** Runs a limited number of tasks at once, round-robin by address: an address with many tasks delays only itself. */
interface FairQueue {
  /** Runs the work at its turn; throws 429 if too many are waiting. A client that leaves gives up its turn. */
  run<T>(address: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export interface QueueSize {
  readonly concurrency: number;
  readonly waitingPerAddress: number;
  readonly waiting: number;
}

export function createFairQueue(size: QueueSize): FairQueue {
  /** The queues by address; the one served next comes first. */
  const lines = new Map<string, Set<Turn>>();
  let running = 0;
  let waiting = 0;

  function beginNext(): void {
    for (const [address, line] of lines) {
      if (running >= size.concurrency) return;
      lines.delete(address);
      const [turn] = line;
      if (!turn) continue;
      line.delete(turn);
      if (line.size > 0) lines.set(address, line);
      running += 1;
      turn.begin();
    }
  }

  /** If the queue is full, refuses the last of the longest queue, unless that is the newcomer's own. */
  function makeRoom(own: Set<Turn>): void {
    if (own.size >= size.waitingPerAddress) throw busy();
    if (waiting < size.waiting) return;
    const fullest = [...lines.values()].reduce((a, b) => (b.size > a.size ? b : a), own);
    const last = [...fullest].at(-1);
    if (fullest.size <= own.size + 1 || !last) throw busy();
    fullest.delete(last);
    last.refuse(busy());
  }

  async function wait(address: string, signal: AbortSignal): Promise<void> {
    const line = lines.get(address) ?? new Set();
    makeRoom(line);
    lines.set(address, line);
    waiting += 1;
    await takeTurn(line, signal).finally(() => (waiting -= 1));
  }
  return {
    async run(address, signal, work) {
      signal.throwIfAborted();
      if (running < size.concurrency) running += 1;
      else await wait(address, signal);
      try {
        return await work();
      } finally {
        running -= 1;
        beginNext();
      }
    },
  };
}
