/** The runs of sweeps and jobs in this process. */
export interface Rounds {
  /** Runs one round of something that comes round every `everyMs`. Passes its result or error on. */
  run<T>(kind: 'sweep' | 'job', round: Round, work: () => Promise<T>): Promise<T>;
  /** The names of what runs now. */
  inProgress(): string[];
  /** The names of what has run for longer than ten of its periods and the given time. */
  stuck(ms: number): string[];
}

interface Round {
  readonly name: string;
  readonly everyMs: number;
}

interface Begun extends Round {
  readonly at: number;
}

const maxPeriods = 10;

/** `failed` is called with the name of each sweep and job that fails. */
export function createRounds(failed: (kind: 'sweep' | 'job', name: string) => void): Rounds {
  const running = new Set<Begun>();
  const names = (rounds: readonly Begun[]): string[] => [
    ...new Set(rounds.map(({ name }) => name)),
  ];
  return {
    async run(kind, { name, everyMs }, work) {
      const begun = { name, everyMs, at: performance.now() };
      running.add(begun);
      try {
        return await work();
      } catch (error) {
        failed(kind, name);
        throw error;
      } finally {
        running.delete(begun);
      }
    },
    inProgress: () => names([...running]),
    stuck(ms) {
      const now = performance.now();
      return names([...running].filter(({ at, everyMs }) => now - at > maxPeriods * everyMs + ms));
    },
  };
}
