import { type Waiter, waitIn } from '../../fairness/waiter.ts';

export interface NumberedEvent<Event> {
  readonly number: number;
  readonly event: Event;
}

/** About five minutes of ten events a second. A reader that reconnects later continues with the oldest event kept. */
const keptEvents = 3000;

/** The events of work that runs in this process, for any number of readers. */
export interface Feed<Event> {
  push(event: NumberedEvent<Event>): void;
  /** Ends the feed: no more events follow, with or without a terminal one. */
  end(): void;
  /** Yields the events after a number, then new ones, until the feed ends or the signal aborts. */
  after(number: number, signal: AbortSignal): AsyncGenerator<NumberedEvent<Event>, void, void>;
}

export function createFeed<Event>(): Feed<Event> {
  const kept: NumberedEvent<Event>[] = [];
  const waiting = new Set<Waiter>();
  let ended = false;

  const wake = (): void => {
    const waiters = [...waiting];
    waiting.clear();
    for (const waiter of waiters) waiter.begin();
  };
  /** The kept numbers have no gaps. */
  const nextAfter = (number: number): NumberedEvent<Event> | undefined =>
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
        else await waitIn(waiting, signal).catch(() => {});
      }
    },
  };
}
