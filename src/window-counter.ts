/** Beyond this many keys the oldest windows are dropped. Clients that use more addresses than this evade the limit. */
const maxKeys = 100_000;

export interface Count {
  readonly used: number;
  /** Time until the key's window ends. */
  readonly ms: number;
}

/**
 * Counts by key in fixed-length windows; a window starts with a key's first event. Held in this process's memory,
 * bounded.
 */
export interface WindowCounter {
  add(key: string): Count;
  get(key: string): Count;
  /** Removes an event from the current window. */
  remove(key: string): void;
  forget(key: string): void;
  readonly size: number;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

export function createWindowCounter(windowSeconds: number, maxWindows = maxKeys): WindowCounter {
  // All windows have the same length, so the oldest ends first.
  const windows = new Map<string, Window>();

  const current = (key: string): Window | undefined => {
    const window = windows.get(key);
    return window && window.endsAt > performance.now() ? window : undefined;
  };
  const open = (key: string): Window => {
    const now = performance.now();
    windows.delete(key);
    for (const [name, { endsAt }] of windows) {
      if (endsAt > now && windows.size < maxWindows) break;
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
