/** The steps of a stop that are not finished. */
export interface Stopping {
  /** Runs a step under its name; `details` says what it waits for. */
  step<T>(name: string, work: Promise<T>, details?: () => readonly string[]): Promise<T>;
  /** What is still in progress, for the log. */
  unfinished(): string[];
}

/** Requests are cut off before the shutdown timeout ends: by a fifth of it, but at most by this time. */
const maxClosingMs = 2000;

/** Says how much of the shutdown timeout is left from now on, without what closing takes. */
export function shutdownBudget(timeoutMs: number, now = () => performance.now()): () => number {
  const end = now() + timeoutMs - Math.min(timeoutMs / 5, maxClosingMs);
  return () => Math.max(end - now(), 0);
}

export function createStopping(): Stopping {
  const steps = new Map<string, () => readonly string[]>();
  return {
    async step(name, work, details = () => []) {
      steps.set(name, details);
      try {
        return await work;
      } finally {
        steps.delete(name);
      }
    },
    unfinished: () =>
      [...steps].map(([name, details]) => {
        const waitsFor = details().join(', ');
        return waitsFor === '' ? name : `${name}: ${waitsFor}`;
      }),
  };
}
