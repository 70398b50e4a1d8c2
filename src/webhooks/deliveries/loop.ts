/** Work that is repeated while there is some, one turn at a time. */
export interface Loop {
  /** Begins a turn, or another one after the turn in progress. */
  wake(): void;
  isRunning(): boolean;
  /** Resolves when no turn is in progress. */
  idle(): Promise<void>;
}

/** A turn says whether another one follows. `ended` is called when none does, with the error if the last one failed. */
export function createLoop(
  turn: () => Promise<boolean>,
  ended: (failure?: { readonly error: unknown }) => void,
): Loop {
  let again = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    try {
      do again = false;
      while ((await turn()) || again);
    } catch (error) {
      failure = { error };
    }
    running = undefined;
    ended(failure);
  }

  return {
    wake() {
      again = true;
      running ??= run();
    },
    isRunning: () => running !== undefined,
    idle: async () => running,
  };
}
