import { setTimeout } from 'node:timers/promises';

/** A pause that others can end. */
export interface Alarm {
  /** Waits, unless the alarm rings meanwhile. */
  wait(ms: number): Promise<void>;
  ring(): void;
}

export function createAlarm(): Alarm {
  let waiting = new AbortController();
  return {
    async wait(ms) {
      waiting = new AbortController();
      await setTimeout(ms, undefined, { signal: waiting.signal }).catch(() => {});
    },
    ring: () => waiting.abort(),
  };
}
