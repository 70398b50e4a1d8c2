import type { CopyProgress } from './copier.ts';
import { percentOf } from './rules.ts';

export type Progress = {
  /** `org/name` */
  model_name: string;
  /** The file of the moment within the model; the model's directory while it is renamed as a whole. */
  filename: string;
  /** Bytes dealt with so far: a byte that is copied counts half until it is verified. */
  current: number;
  /** Bytes of all models. */
  total: number;
  /** 0..100 */
  progress: number;
  status: 'moving' | 'verifying';
  timestamp: string;
};

type Movable = { id: string; directory: string; bytes: number };
export type Tracker = {
  total: number;
  /** Set while files are copied. */
  copying: (() => CopyProgress | undefined) | undefined;
  begin: (model: Movable) => void;
  /** Moved or given up, the model's bytes are dealt with. */
  end: (model: Movable) => void;
  /** Undefined before the first model. */
  read: () => Progress | undefined;
};

/** Keeps where a migration is; it is read as often as somebody wants to know, so it costs the work nothing. */
export function createTracker(now: () => Date): Tracker {
  let model: Movable | undefined;
  let ended = 0;
  let copy: CopyProgress | undefined;

  const tracker: Tracker = {
    total: 0,
    copying: undefined,
    begin(next) {
      model = next;
      copy = undefined;
    },
    end({ bytes }) {
      copy = { ...latest(), bytes: 0 };
      tracker.copying = undefined;
      ended += bytes;
    },
    read() {
      if (!model) return undefined;
      const { filename, bytes, status } = latest();
      const current = Math.min(ended + Math.min(bytes, model.bytes), tracker.total);
      return {
        model_name: model.id,
        filename,
        current,
        total: tracker.total,
        progress: percentOf(current, tracker.total),
        status,
        timestamp: now().toISOString(),
      };
    },
  };

  function latest(): CopyProgress {
    copy = tracker.copying?.() ?? copy;
    return copy ?? { filename: model?.directory ?? '', bytes: 0, status: 'moving' };
  }
  return tracker;
}
