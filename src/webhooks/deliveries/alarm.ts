/** A pause that others can end. */
export interface Alarm {
  /** Waits, unless the alarm rings meanwhile; returns whether it did. */
  wait(ms: number): Promise<boolean>;
  ring(): void;
}

/** Uses no abort signal: its error, with a stack, costs more than the rest of a wait. */
export function createAlarm(): Alarm {
  let ring = () => {};
  return {
    wait: (ms) =>
      new Promise((done) => {
        const timer = setTimeout(done, ms, false);
        ring = () => {
          clearTimeout(timer);
          done(true);
        };
      }),
    ring: () => ring(),
  };
}
