interface Limits {
  readonly maxAtOnce: number;
  readonly perOrganization: number;
}

/** The work that can begin now. */
export interface Room {
  readonly limit: number;
  readonly perOrganization: number;
  /** Organizations that use all of their share. */
  readonly busy: readonly number[];
}

/** Counts the work that a sweep begins without waiting for its end, in total and by organization. */
interface BegunWork {
  /** Undefined: none can be begun. */
  room(): Room | undefined;
  /** Counts the work until it is done. It must not throw. */
  begin(organizationId: number, work: Promise<void>): void;
  /** Waits for the work that is in progress. */
  settled(): Promise<void>;
}

export function createBegunWork({ maxAtOnce, perOrganization }: Limits): BegunWork {
  const inProgress = new Map<Promise<void>, number>();

  function busy(): number[] {
    const counts = new Map<number, number>();
    for (const id of inProgress.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    return [...counts].flatMap(([id, count]) => (count >= perOrganization ? [id] : []));
  }

  return {
    room() {
      const limit = maxAtOnce - inProgress.size;
      return limit === 0 ? undefined : { limit, perOrganization, busy: busy() };
    },
    begin(organizationId, work) {
      const counted = work.finally(() => inProgress.delete(counted));
      inProgress.set(counted, organizationId);
    },
    async settled() {
      await Promise.all(inProgress.keys());
    },
  };
}
