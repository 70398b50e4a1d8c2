import type { App } from '../../context.ts';
import { record, type Tried } from './record.ts';

/** Writes down what was tried, many tries at a time. */
export interface Recorder {
  add(tried: Tried): void;
  /** How many tries are to be written down. */
  waiting(): number;
  /**
   * Writes down what there is, and answers how many tries that was and which of their endpoints are disabled by now.
   * Tries of endpoints that somebody holds are left for the next time, unless it is the last.
   */
  write(options?: { readonly isLast: boolean }): Promise<Written>;
}

export interface Written {
  readonly count: number;
  readonly disabled: readonly number[];
}

export function createRecorder(app: App): Recorder {
  let tried: Tried[] = [];
  return {
    add: (one) => void tried.push(one),
    waiting: () => tried.length,
    async write({ isLast } = { isLast: false }) {
      if (tried.length === 0) return { count: 0, disabled: [] };
      const batch = tried;
      tried = [];
      try {
        const { disabled, left } = await record(app, batch, { wait: isLast });
        tried = [...left, ...tried];
        return { count: batch.length - left.length, disabled };
      } catch (error) {
        // Written down with the next ones, unless somebody else has taken the deliveries by then.
        tried = [...batch, ...tried];
        throw error;
      }
    },
  };
}
