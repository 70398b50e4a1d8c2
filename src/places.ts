/** A part of what may be in progress at once under one name. */
export interface Share {
  readonly name: string;
  readonly limit: number;
  /** How much is taken of the limit; 1 unless it says otherwise. */
  readonly amount?: number;
  /** What is thrown where less than that is left. */
  readonly refusal: () => Error;
}

/** Counts what this process has in progress. */
export interface Places {
  /** Takes every share, or none and throws. What is returned gives them back; calling it again does nothing. */
  take(shares: readonly Share[]): () => void;
  /** How much of a name is taken. */
  taken(name: string): number;
}

export function createPlaces(): Places {
  const counts = new Map<string, number>();
  const taken = (name: string): number => counts.get(name) ?? 0;
  const add = (name: string, amount: number): void => {
    const count = taken(name) + amount;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return {
    taken,
    take(shares) {
      for (const { name, limit, amount = 1, refusal } of shares)
        if (taken(name) + amount > limit) throw refusal();
      for (const { name, amount = 1 } of shares) add(name, amount);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        for (const { name, amount = 1 } of shares) add(name, -amount);
      };
    },
  };
}
