/** A caller that waits at a position in a line. */
export interface Waiter<T = void> {
  begin(value: T): void;
  refuse(error: Error): void;
}

/** The longest wait, and the error after it. */
export interface Patience {
  readonly ms: number;
  readonly error: () => Error;
}

/** Waits in a line until its turn; rejects with the error of a refusal. Leaving gives up the position. */
export function waitIn<T = void>(
  line: Set<Waiter<T>>,
  signal?: AbortSignal,
  patience?: Patience,
): Promise<T> {
  return new Promise((done, failed) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    const giveUp = (error: Error): void => {
      end();
      line.delete(waiter);
      failed(error);
    };
    const leave = (): void => giveUp(signal?.reason as Error);
    const waiter: Waiter<T> = {
      begin(value) {
        end();
        done(value);
      },
      refuse(error) {
        end();
        failed(error);
      },
    };
    const timer = patience && setTimeout(() => giveUp(patience.error()), patience.ms);
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave);
    line.add(waiter);
  });
}
