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
  let ended = false;
  let next = Promise.withResolvers<void>();

  const wake = (): void => {
    next.resolve();
    next = Promise.withResolvers<void>();
  };
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
      const left = new Promise<void>((done) =>
        signal.addEventListener('abort', () => done(), { once: true }),
      );
      while (!signal.aborted) {
        const news = next.promise;
        for (const event of kept.filter((each) => each.number > last)) {
          yield event;
          last = event.number;
        }
        if (ended && (kept.at(-1)?.number ?? 0) <= last) return;
        if (next.promise === news) await Promise.race([news, left]);
      }
    },
  };
}
