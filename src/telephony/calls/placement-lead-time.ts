const minMs = 50;
/** A request that forbids calls waits this long for those that passed the gate, so it is short. */
const maxMs = 1000;
const decay = 0.9;

/** How long before its turn a call has to come to the gate in order to be placed in time. */
interface PlacementLeadTime {
  ms(): number;
  /** Tells how long a call took to pass the gate. */
  took(ms: number): void;
}

/**
 * Twice the time of the slowest call of late and a little more, within bounds. A slow database delays calls, but does
 * not use up their turns.
 */
export function createPlacementLeadTime(): PlacementLeadTime {
  let slowestMs = 0;
  return {
    ms: () => Math.min(minMs + 2 * slowestMs, maxMs),
    took(ms) {
      slowestMs = Math.min(Math.max(ms, slowestMs * decay), maxMs);
    },
  };
}
