const minMs = 50;
/** A request that forbids calls waits this long for those that passed the gate, so it is short. */
const maxMs = 1000;
const decay = 0.9;

/** How long before its turn a call has to come to the gate in order to be placed in time. */
interface Lead {
  ms(): number;
  /** Tells how long a call took to pass the gate. */
  took(ms: number): void;
}

/** Twice the longest time of late and a little more, within bounds. A database that is slow delays calls, but does not use up turns. */
export function createLead(): Lead {
  let longestMs = 0;
  return {
    ms: () => Math.min(minMs + 2 * longestMs, maxMs),
    took(ms) {
      longestMs = Math.min(Math.max(ms, longestMs * decay), maxMs);
    },
  };
}
