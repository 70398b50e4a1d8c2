/** Beyond this many keys the oldest windows are forgotten: whoever comes from so many addresses is not held by their count. */
const maxKeys = 100_000;

export interface Count {
  readonly used: number;
  /** Until the key's window ends. */
  readonly ms: number;
}

/** Counts by key in windows of one length, which begin with a key's first point. In this process's memory, and bounded. */
export interface WindowCounter {
  add(key: string): Count;
  get(key: string): Count;
  /** Takes back a point of the present window. */
  remove(key: string): void;
  forget(key: string): void;
  readonly size: number;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

export function createWindowCounter(windowSeconds: number, most = maxKeys): WindowCounter {
  // All windows are of one length, so the oldest comes first and ends first.
  const windows = new Map<string, Window>();

  const current = (key: string): Window | undefined => {
    const window = windows.get(key);
    return window && window.endsAt > performance.now() ? window : undefined;
  };
  const open = (key: string): Window => {
    const now = performance.now();
    windows.delete(key);
    for (const [name, { endsAt }] of windows) {
      if (endsAt > now && windows.size < most) break;
      windows.delete(name);
    }
    const window = { used: 0, endsAt: now + windowSeconds * 1000 };
    windows.set(key, window);
    return window;
  };
  const countOf = ({ used, endsAt }: Window): Count => ({ used, ms: endsAt - performance.now() });
  return {
    add(key) {
      const window = current(key) ?? open(key);
      window.used += 1;
      return countOf(window);
    },
    get(key) {
      const window = current(key);
      return window ? countOf(window) : { used: 0, ms: windowSeconds * 1000 };
    },
    remove(key) {
      const window = current(key);
      if (window && window.used > 0) window.used -= 1;
    },
    forget: (key) => void windows.delete(key),
    get size() {
      return windows.size;
    },
  };
}
