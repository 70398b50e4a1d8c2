import { setTimeout } from 'node:timers/promises';

/** How much closer than their pace calls may follow each other, so that late ones catch up. */
const catchUp = 0.97;
/** How much closer they are at the least, whatever delays them on their way out: the rate is kept to 5 %. */
const least = 0.96;
/**
 * How long after its pace slot a call may be placed. The slot is lost if it is later. Processes share the slots of a
 * configuration but not their delays, so the rate of several can be exceeded by this time.
 */
export const lateMs = 250;
/** A clock that moves by more than this was set: what was sent before says nothing about the slots after. */
const clockStepMs = 1000;
/** Configurations that are remembered before those whose calls have all been sent are forgotten. */
const maxKept = 1000;

interface Slot {
  readonly configuration_id: number;
  /** Null: no limit. */
  readonly calls_per_second: number | null;
  /** When the call's slot is, in the time of `performance.now()`. */
  readonly at: number;
  /** What the service's clock shows now, in milliseconds. */
  readonly clock: number;
}

/** Keeps the calls apart that this process places late, by configuration. */
interface Spacing {
  /**
   * Resolves with true when the call may be sent, and counts it as sent: at its slot, or as soon after it as the calls
   * before it allow. With false if that is more than `lateMs` after its slot.
   */
  pass(slot: Slot): Promise<boolean>;
}

interface Sent {
  readonly perSecond: number;
  /** By how much the service's clock is ahead of this process's. */
  shift: number;
  /** When the next call may be sent. */
  free: number;
  /** When the last calls were sent: those of a second. */
  readonly times: number[];
}

/** The time of this process, in milliseconds. */
interface Time {
  now(): number;
  until(time: number): Promise<void>;
}

/** Waits until a time of `performance.now()`. */
export async function until(time: number): Promise<void> {
  const ms = time - performance.now();
  if (ms > 0) await setTimeout(ms);
}

const ownTime: Time = { now: () => performance.now(), until };

export function createSpacing(time: Time = ownTime): Spacing {
  const kept = new Map<number, Sent>();

  function sentOf(id: number, perSecond: number, clock: number): Sent {
    const known = kept.get(id);
    const shift = clock - time.now();
    if (known?.perSecond === perSecond && Math.abs(known.shift - shift) <= clockStepMs) {
      known.shift = shift;
      return known;
    }
    if (kept.size >= maxKept)
      for (const [other, { free }] of kept) if (free <= time.now()) kept.delete(other);
    const begun = { perSecond, shift, free: 0, times: [] };
    kept.set(id, begun);
    return begun;
  }

  return {
    async pass({ configuration_id, calls_per_second: perSecond, at: slot, clock }) {
      if (perSecond === null) {
        await time.until(slot);
        return true;
      }
      const sent = sentOf(configuration_id, perSecond, clock);
      let at = Math.max(slot, time.now(), sent.free);
      if (at - slot <= lateMs) sent.free = at + (catchUp * 1000) / perSecond;
      const calls = Math.max(1, Math.floor(perSecond));
      while (at - slot <= lateMs) {
        await time.until(at);
        const first = sent.times.at(-calls);
        at = first === undefined ? 0 : first + (least * calls * 1000) / perSecond;
        if (at > time.now()) continue;
        sent.times.push(time.now());
        if (sent.times.length > calls) sent.times.shift();
        return true;
      }
      return false;
    },
  };
}
