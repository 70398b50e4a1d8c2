import { type Quota, tooMany } from '../errors.ts';

/** Beyond this many keys the oldest windows are dropped. Clients that use more addresses than this evade the limit. */
const maxKeys = 100_000;

export interface Count {
  readonly used: number;
  /** Time until the key's window ends. */
  readonly ms: number;
}

/**
 * Counts by key in fixed-length windows; a window starts with a key's first event. Held in this process's memory,
 * bounded. A key that begins with a /64 network of IPv6 also counts for its /56 and /48, which may use 4 and 16 times as
 * much, so that many networks of one owner are counted together.
 */
interface WindowCounter {
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

const network = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64/;

/** The keys of the wider networks, each with how many times as much as a /64 it may use. */
function widerOf(key: string): readonly (readonly [key: string, times: number])[] {
  const [all, site, subnet = ''] = network.exec(key) ?? [];
  if (all === undefined) return [];
  const rest = key.slice(all.length);
  const first = (Number.parseInt(subnet, 16) & 0xff00).toString(16);
  return [
    [`${site}:${first}::/56${rest}`, 4],
    [`${site}::/48${rest}`, 16],
  ];
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
  const least = { used: 0, ms: windowSeconds * 1000 };
  const countOf = (key: string, times = 1): Count => {
    const window = current(key);
    if (!window) return least;
    return { used: Math.floor(window.used / times), ms: window.endsAt - performance.now() };
  };
  /** The window of the network that has used the largest part of its limit. */
  const get = (key: string): Count =>
    widerOf(key).reduce((most, [wider, times]) => {
      const count = countOf(wider, times);
      return count.used > most.used ? count : most;
    }, countOf(key));
  const change = (key: string, by: number): void => {
    const window = by > 0 ? (current(key) ?? open(key)) : current(key);
    if (window) window.used = Math.max(0, window.used + by);
  };
  const changeAll = (key: string, by: number): void => {
    change(key, by);
    for (const [wider] of widerOf(key)) change(wider, by);
  };
  return {
    add(key) {
      changeAll(key, 1);
      return get(key);
    },
    get,
    remove(key) {
      if (countOf(key).used > 0) changeAll(key, -1);
    },
    forget(key) {
      changeAll(key, -countOf(key).used);
      windows.delete(key);
    },
    get size() {
      return windows.size;
    },
  };
}

/** A quota by key, counted in this process's memory. */
export interface WindowLimit {
  readonly quota: Quota;
  readonly counter: WindowCounter;
  /** Counts an event; throws 429 above the quota. */
  use(key: string): Count;
  /** How many more events the key may have in its window; negative above the quota. */
  readonly left: (key: string) => number;
  readonly refusal: (key: string) => Error;
}

export function createWindowLimit(quota: Quota): WindowLimit {
  const counter = createWindowCounter(quota.windowSeconds);
  const refusalAt = ({ ms }: Count): Error => tooMany(quota, Math.ceil(ms / 1000));
  return {
    quota,
    counter,
    use(key) {
      const count = counter.add(key);
      if (count.used > quota.limit) throw refusalAt(count);
      return count;
    },
    left: (key) => quota.limit - counter.get(key).used,
    refusal: (key) => refusalAt(counter.get(key)),
  };
}
