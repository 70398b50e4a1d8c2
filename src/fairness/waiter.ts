/** Somebody who waits, and a position in a line. */
export interface Waiter<T = void> {
  begin(value: T): void;
  refuse(error: Error): void;
}

/** Waits in a line until it is this one's time; rejects with the error it is refused with. Leaving gives up the position. */
export function waitIn<T = void>(line: Set<Waiter<T>>, signal?: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const leave = (): void => {
      line.delete(waiter);
      failed(signal?.reason as Error);
    };
    const waiter: Waiter<T> = {
      begin(value) {
        signal?.removeEventListener('abort', leave);
        done(value);
      },
      refuse(error) {
        signal?.removeEventListener('abort', leave);
        failed(error);
      },
    };
    if (signal?.aborted) return leave();
    signal?.addEventListener('abort', leave);
    line.add(waiter);
  });
}
