/** A waiting request and its position in the queue. */
export interface Turn<T = void> {
  begin(value: T): void;
  refuse(error: Error): void;
}

/** Waits in a queue until the turn begins; rejects with the error it is refused with. Leaving gives up the position. */
export function takeTurn<T = void>(line: Set<Turn<T>>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const leave = (): void => {
      line.delete(turn);
      failed(signal.reason as Error);
    };
    const turn: Turn<T> = {
      begin(value) {
        signal.removeEventListener('abort', leave);
        done(value);
      },
      refuse(error) {
        signal.removeEventListener('abort', leave);
        failed(error);
      },
    };
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave);
    line.add(turn);
  });
}
