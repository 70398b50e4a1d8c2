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

interface Movable {
  readonly id: string;
  readonly directory: string;
  readonly bytes: number;
}
export interface Tracker {
  begin(model: Movable): void;
  at(status: Progress['status'], path: BytePath): void;
  copied(bytes: number): void;
  /** Reports the progress if the interval has passed. */
  tick(): void;
  /** Counts all of the model's bytes as processed, whether moved or given up. */
  end(model: Movable): void;
  finish(): void;
}

/** Nine events a second: with the last one never more than ten. */
export const intervalMs = 112;

/** Tracks a migration of `total` bytes and reports it periodically and at its end. */
export function createTracker(
  total: number,
  { report, verifiedBytes }: { report: (progress: Progress) => void; verifiedBytes: () => number },
): Tracker {
  let model: Movable | undefined;
  let filename = '';
  let status: Progress['status'] = 'moving';
  let ended = 0;
  let copied = 0;
  let reportedAt = performance.now();

  function reportNow(): void {
    if (!model) return;
    reportedAt = performance.now();
    // The last byte of a model counts when the model is in its place.
    const inProgress = Math.floor((copied + Math.min(verifiedBytes(), copied)) / 2);
    const current = ended + Math.max(0, Math.min(inProgress, model.bytes - 1));
    const progress = percentOf(current, total);
    report({ model_name: model.id, filename, current, total, progress, status });
  }

  const tracker: Tracker = {
    begin(next) {
      tracker.tick();
      model = next;
      filename = next.directory;
      status = 'moving';
      copied = 0;
    },
    at(nextStatus, path) {
      status = nextStatus;
      filename = toText(path);
    },
    copied(bytes) {
      copied += bytes;
    },
    tick() {
      if (performance.now() - reportedAt >= intervalMs) reportNow();
    },
    end({ bytes }) {
      copied = 0;
      ended = Math.min(ended + bytes, total);
    },
    finish: reportNow,
  };
  return tracker;
}
