/** A claim on a limit that is shared under one name. */
export interface Reservation {
  readonly name: string;
  readonly limit: number;
  /** How much of the limit it uses; default 1. */
  readonly amount?: number;
  /** The error to throw if less than that is free. */
  readonly refusal: () => Error;
}

/** Counts the work in progress in this process. */
export interface Capacity {
  /**
   * Takes every reservation, or throws and takes none. Returns a function that releases them; calling it again has no effect.
   */
  take(reservations: readonly Reservation[]): () => void;
  /** How much of a name's limit is in use. */
  taken(name: string): number;
}

export function createCapacity(): Capacity {
  const counts = new Map<string, number>();
  const taken = (name: string): number => counts.get(name) ?? 0;
  const add = (name: string, amount: number): void => {
    const count = taken(name) + amount;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return {
    taken,
    take(reservations) {
      for (const { name, limit, amount = 1, refusal } of reservations)
        if (taken(name) + amount > limit) throw refusal();
      for (const { name, amount = 1 } of reservations) add(name, amount);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        for (const { name, amount = 1 } of reservations) add(name, -amount);
      };
    },
  };
}

/** A limit for all together, and one for each of them. */
export interface FairShares {
  readonly own: Omit<Reservation, 'amount'>;
  readonly all: Omit<Reservation, 'amount'>;
}

/**
 * Takes from both limits. Nobody may hold more than is left for the others: if many take all they can, each gets half of
 * what the one before has left, so the next still gets something.
 */
export function takeFairly(capacity: Capacity, { own, all }: FairShares, amount = 1): () => void {
  const held = capacity.taken(own.name) + amount;
  if (held > own.limit) throw own.refusal();
  if (held > all.limit - capacity.taken(all.name) - amount) throw all.refusal();
  return capacity.take([
    { ...own, amount },
    { ...all, amount },
  ]);
}
