import type { Finding } from './cache.ts';
import { type BytePath, percentOf, toText } from './rules.ts';

export interface Progress {
  /** `org/name` */
  readonly model_name: string;
  /** The current file within the model; the model's directory while it is renamed as a whole. */
  readonly filename: string;
  /** Bytes processed: a copied byte counts half until it is verified. */
  readonly current: number;
  /** Bytes of all models. */
  readonly total: number;
  /** 0..100 */
  readonly progress: number;
  readonly status: 'moving' | 'verifying';
}

type Movable = Pick<Finding, 'id' | 'directory' | 'bytes'>;
export type Tracker = ReturnType<typeof createTracker>;

/** Tracks a migration of `total` bytes and reports each step of it. */
export function createTracker(total: number, report: (progress: Progress) => void) {
  let model: Movable | undefined;
  let filename = '';
  let status: Progress['status'] = 'moving';
  let ended = 0;
  /** Bytes of the model that were written, and bytes of it that were read back. */
  let handled = 0;

  function reportNow(): void {
    if (!model) return;
    // The last byte of a model counts when the model is in its place.
    const inProgress = Math.min(Math.floor(handled / 2), model.bytes - 1);
    const current = ended + Math.max(0, inProgress);
    const progress = percentOf(current, total);
    report({ model_name: model.id, filename, current, total, progress, status });
  }
  return {
    begin(next: Movable) {
      model = next;
      filename = next.directory;
      status = 'moving';
      handled = 0;
    },
    at(nextStatus: Progress['status'], path: BytePath) {
      status = nextStatus;
      filename = toText(path);
    },
    advance(bytes: number) {
      handled += bytes;
      // Without bytes it would report the end of all models again.
      if (bytes > 0) reportNow();
    },
    /** Counts all of the model's bytes as processed, whether moved or given up. */
    end({ bytes }: Movable) {
      handled = 0;
      ended = Math.min(ended + bytes, total);
    },
    finish: reportNow,
  };
}
