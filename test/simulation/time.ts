import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** What code of a simulated process has instead of the real time and real chance. */
export interface Inside {
  readonly now: () => number;
  readonly random: () => number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** Runs the work in a later turn. */
  later(work: () => void): void;
}

const inside = new AsyncLocalStorage<Inside>();

export const runInside = <T>(of: Inside, work: () => T): T => inside.run(of, work);

interface TimerOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gives the code of simulated processes another time: timers, turns of the event loop, `performance.now` and chance. All
 * other code of this process keeps the real ones. Returns how to undo it.
 */
export function replaceTime(): () => void {
  const real = {
    setTimeout: timers.setTimeout,
    setImmediate: timers.setImmediate,
    turn: globalThis.setImmediate,
    random: Math.random,
  };
  // oxlint-disable-next-line typescript/unbound-method -- It is put back, and called with its own `this`.
  const { now } = performance;
  timers.setTimeout = ((ms?: number, value?: unknown, options?: TimerOptions) => {
    const own = inside.getStore();
    if (!own) return real.setTimeout(ms, value, options);
    return own.sleep(ms ?? 0, options?.signal).then(() => value);
  }) as typeof timers.setTimeout;
  timers.setImmediate = <T>(value?: T, options?: TimerOptions): Promise<T> => {
    const own = inside.getStore();
    if (!own) return real.setImmediate(value, options);
    return new Promise((done) => own.later(() => done(value as T)));
  };
  globalThis.setImmediate = ((work: (...args: unknown[]) => void, ...args: unknown[]) => {
    const own = inside.getStore();
    if (!own) return real.turn(work, ...args);
    own.later(() => work(...args));
    return undefined;
  }) as typeof globalThis.setImmediate;
  performance.now = () => inside.getStore()?.now() ?? now.call(performance);
  Math.random = () => inside.getStore()?.random() ?? real.random();
  // Imports of single names follow.
  syncBuiltinESMExports();
  return () => {
    timers.setTimeout = real.setTimeout;
    timers.setImmediate = real.setImmediate;
    globalThis.setImmediate = real.turn;
    performance.now = now;
    Math.random = real.random;
    syncBuiltinESMExports();
  };
}
