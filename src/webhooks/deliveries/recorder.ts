import type { WebhookParts } from '../dependencies.ts';
import { record, settle, type Tried } from './record.ts';
import type { Leasing, TakenRow } from './take-queries.ts';

/** Records attempts in batches. */
interface Recorder {
  add(tried: Tried): void;
  /** How many attempts are waiting to be recorded. */
  waiting(): number;
  /**
   * Records the waiting attempts; returns how many there were and which of their endpoints are now disabled. Attempts
   * of locked endpoints wait for the next call, unless it is the last.
   */
  write(options?: { readonly isLast: boolean }): Promise<Written>;
}

interface Written {
  readonly count: number;
  readonly disabled: readonly number[];
}

interface Parts extends WebhookParts {
  /** With which lease the next deliveries of subjects are taken. */
  readonly leasing: () => Leasing;
  readonly taken: (rows: readonly TakenRow[], leasing: Leasing) => Promise<void>;
}

export function createRecorder(parts: Parts): Recorder {
  let tried: Tried[] = [];
  return {
    add: (one) => void tried.push(one),
    waiting: () => tried.length,
    async write({ isLast } = { isLast: false }) {
      if (tried.length === 0) return { count: 0, disabled: [] };
      const batch = tried;
      let rest: readonly Tried[] = batch;
      tried = [];
      try {
        const leasing = parts.leasing();
        const settled = await settle(parts, batch, leasing);
        ({ rest } = settled);
        await parts.taken(settled.next, leasing);
        const { disabled, left } = await record(parts, rest, { wait: isLast });
        tried = [...left, ...tried];
        return { count: batch.length - left.length, disabled };
      } catch (error) {
        // Recorded with the next batch, unless another process has taken the deliveries by then.
        tried = [...rest, ...tried];
        throw error;
      }
    },
  };
}
