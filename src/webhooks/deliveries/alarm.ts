/** A pause that others can end. */
export interface Alarm {
  /** Waits, unless the alarm rings meanwhile. */
  wait(ms: number): Promise<void>;
  ring(): void;
}

/** Uses no abort signal: its error, with a stack, costs more than the rest of a wait. */
export function createAlarm(): Alarm {
  let ring = () => {};
  return {
    wait: (ms) =>
      new Promise((done) => {
        const timer = setTimeout(done, ms);
        ring = () => {
          clearTimeout(timer);
          done();
        };
      }),
    ring: () => ring(),
  };
}
