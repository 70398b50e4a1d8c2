import type { Random } from '../../scripts/chaos/random.ts';

/** How often each kind of fault happens: by step, by statement, by wake-up. */
export interface FaultRates {
  /** A process ends for good before its next step. */
  readonly crash: number;
  /** A process ends after a statement that it sent, before it has the result. */
  readonly crash_after: number;
  /** The connection breaks before a statement is run. */
  readonly connection_lost: number;
  /** A statement is run, a COMMIT among them, and its result is lost with the connection. */
  readonly answer_lost: number;
  /** A statement loses against another transaction. */
  readonly conflict: number;
  /** The database is away for some seconds. */
  readonly outage: number;
  /** A process gets no time for some seconds or minutes, and does not notice. */
  readonly freeze: number;
  /** The clock moves on although something could happen at once. */
  readonly haste: number;
  /** A wake-up is never delivered, or twice. */
  readonly wake_up_lost: number;
  readonly wake_up_twice: number;
}

export type FaultKind = keyof FaultRates;

export interface Faults {
  /** How often faults of each kind have happened. */
  readonly counts: Partial<Record<FaultKind, number>>;
  rateOf(kind: FaultKind): number;
  /** Whether a fault of the kind happens now; `times` as often as otherwise. */
  happens(kind: FaultKind, times?: number): boolean;
  /** From now on nothing fails. */
  end(): void;
  haveEnded(): boolean;
}

export function createFaults(rates: FaultRates, random: () => Random): Faults {
  const counts: Partial<Record<FaultKind, number>> = {};
  let hasEnded = false;
  const rateOf = (kind: FaultKind): number => (hasEnded ? 0 : rates[kind]);
  return {
    counts,
    rateOf,
    happens(kind, times = 1) {
      const rate = rateOf(kind) * times;
      if (rate === 0 || !random().chance(rate)) return false;
      counts[kind] = (counts[kind] ?? 0) + 1;
      return true;
    },
    end() {
      hasEnded = true;
    },
    haveEnded: () => hasEnded,
  };
}
