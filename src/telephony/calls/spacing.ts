/** How much closer than their pace calls may follow each other, so that late ones catch up. */
const catchUp = 0.97;
/** How much closer they are at the least, whatever delays them on their way out: the rate is kept to 5 %. */
const least = 0.96;
/**
 * How long after its turn a call may be placed. Its turn is lost if it is later. Processes share the turns of a
 * configuration but not their delays, so the rate of several can be exceeded by this time.
 */
export const lateMs = 250;
/** Configurations that are remembered before those whose calls have all been sent are forgotten. */
const maxKept = 1000;

interface Paced {
  readonly configuration_id: number;
  /** Null: no limit. */
  readonly calls_per_second: number | null;
}

interface Turn extends Paced {
  /** When its turn is, as all times here in those of `performance.now()`. */
  readonly turn: number;
  readonly now: number;
}

/** Keeps the calls apart that this process places late, by configuration. */
export interface Spacing {
  /**
   * When the call may be sent: its turn, or as soon after it as the calls before it allow. Undefined if that is more
   * than `lateMs` after its turn; then it takes no place.
   */
  next(turn: Turn): number | undefined;
  /** The earliest time for a call after those that were sent, which may have been later than they should. */
  earliest(call: Paced): number;
  sent(call: Paced, now: number): void;
}

interface Sent {
  /** When the next call may be sent. */
  free: number;
  /** When the last calls were sent: those of a second. */
  readonly times: number[];
}

export function createSpacing(): Spacing {
  const kept = new Map<number, Sent>();
  const within = (perSecond: number): number => Math.max(1, Math.floor(perSecond));

  function of(id: number, now: number): Sent {
    const known = kept.get(id);
    if (known) return known;
    if (kept.size >= maxKept)
      for (const [other, { free }] of kept) if (free <= now) kept.delete(other);
    const begun = { free: 0, times: [] };
    kept.set(id, begun);
    return begun;
  }

  return {
    next({ configuration_id, calls_per_second, turn, now }) {
      if (calls_per_second === null) return turn;
      const sent = of(configuration_id, now);
      const at = Math.max(turn, now, sent.free);
      if (at - turn > lateMs) return undefined;
      sent.free = at + (catchUp * 1000) / calls_per_second;
      return at;
    },
    earliest({ configuration_id, calls_per_second }) {
      if (calls_per_second === null) return 0;
      const calls = within(calls_per_second);
      const first = kept.get(configuration_id)?.times.at(-calls);
      return first === undefined ? 0 : first + (least * calls * 1000) / calls_per_second;
    },
    sent({ configuration_id, calls_per_second }, now) {
      if (calls_per_second === null) return;
      const { times } = of(configuration_id, now);
      times.push(now);
      if (times.length > within(calls_per_second)) times.shift();
    },
  };
}
