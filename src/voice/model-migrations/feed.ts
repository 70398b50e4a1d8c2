import { takeTurn, type Turn } from '../../turn.ts';
import type { MigrationEvent } from '../models/migration.ts';

export interface NumberedEvent {
  readonly number: number;
  readonly event: MigrationEvent;
}

/** Ten a second for some minutes; who comes back later begins with the oldest that is kept. */
const keptEvents = 3000;

/** The events of a migration that runs in this process, for any number of readers. */
export interface Feed {
  push(event: NumberedEvent): void;
  /** No more events will come, whether or not a terminal one did. */
  end(): void;
  /** Everything after a number, then what comes, until the end or the reader's signal. */
  after(number: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void, void>;
}

export function createFeed(): Feed {
  const kept: NumberedEvent[] = [];
  const waiting = new Set<Turn>();
  let ended = false;

  const wake = (): void => {
    const turns = [...waiting];
    waiting.clear();
    for (const turn of turns) turn.begin();
  };
  /** The numbers of what is kept have no gaps. */
  const nextAfter = (number: number): NumberedEvent | undefined =>
    kept[Math.max(0, number + 1 - (kept[0]?.number ?? 0))];
  return {
    push(event) {
      kept.push(event);
      if (kept.length > keptEvents) kept.shift();
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *after(number, signal) {
      let last = number;
      while (!signal.aborted) {
        const event = nextAfter(last);
        if (event) {
          yield event;
          last = event.number;
        } else if (ended) return;
        else await takeTurn(waiting, signal).catch(() => {});
      }
    },
  };
}
