import type { WebhookParts } from '../dependencies.ts';
import { record, settle, type Tried } from './record.ts';

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

export function createRecorder(parts: WebhookParts): Recorder {
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
        rest = await settle(parts, batch);
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
