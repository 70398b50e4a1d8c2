import { setImmediate } from 'node:timers';
import { inTurn, takeFirst } from './lines.ts';

/** Begins one item in a turn of the event loop, keys one after the other. Between two, the event loop does other work. */
export interface Pace<K, T> {
  /** Whether nothing waits or has begun in this turn: the caller may begin at once, and others wait for the next. */
  tryBegin(): boolean;
  add(key: K, item: T): void;
}

export function createPace<K, T>(begin: (item: T) => void): Pace<K, T> {
  const lines = new Map<K, Set<T>>();
  let isPacing = false;

  const takeOf = (line: Set<T>, key: K): T | undefined => takeFirst(line) ?? void lines.delete(key);
  function next(): void {
    const item = inTurn(lines, takeOf);
    isPacing = item !== undefined;
    if (item === undefined) return;
    begin(item);
    setImmediate(next);
  }
  function tryBegin(): boolean {
    if (isPacing) return false;
    isPacing = true;
    setImmediate(next);
    return true;
  }
  return {
    tryBegin,
    add(key, item) {
      const line = lines.get(key);
      if (line) line.add(item);
      else lines.set(key, new Set([item]));
      tryBegin();
    },
  };
}
