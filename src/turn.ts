/** A place in a line. */
export interface Turn<T = void> {
  begin(value: T): void;
  refuse(error: Error): void;
}

/** Waits at the end of a line until the turn begins; throws what it is refused with. Who leaves gives the place up. */
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
