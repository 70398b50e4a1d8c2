/** How much closer than their pace calls may follow each other, so that late ones catch up. */
const catchUp = 0.97;
/**
 * How long after its turn a call may be placed. Its turn is lost if it is later. Processes share the turns of a
 * configuration but not their delays, so the rate of several can be exceeded by this time.
 */
export const lateMs = 250;
/** Configurations that are remembered before those whose calls have all been sent are forgotten. */
const maxKept = 1000;

interface Turn {
  readonly configuration_id: number;
  /** Null: no limit. */
  readonly calls_per_second: number | null;
  /** When its turn is, as a time of `performance.now()`. */
  readonly turn: number;
  readonly now: number;
}

/** Keeps the calls apart that this process places late, by configuration. */
export interface Spacing {
  /**
   * When the call may be sent: its turn, or as soon after it as the calls sent before allow. Undefined if that is more
   * than `lateMs` after its turn; then it takes no place.
   */
  next(turn: Turn): number | undefined;
}

export function createSpacing(): Spacing {
  /** When the next call of each configuration may be sent. */
  const free = new Map<number, number>();
  return {
    next({ configuration_id, calls_per_second, turn, now }) {
      if (calls_per_second === null) return turn;
      const at = Math.max(turn, now, free.get(configuration_id) ?? 0);
      if (at - turn > lateMs) return undefined;
      if (free.size >= maxKept) for (const [id, time] of free) if (time <= now) free.delete(id);
      free.set(configuration_id, at + (catchUp * 1000) / calls_per_second);
      return at;
    },
  };
}
