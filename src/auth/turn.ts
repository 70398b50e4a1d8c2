/** A place in a line. */
export interface Turn {
  begin(): void;
  refuse(error: Error): void;
}

/** Waits at the end of a line until the turn begins; throws what it is refused with. Who leaves gives the place up. */
export function takeTurn(line: Set<Turn>, signal: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const leave = (): void => {
      line.delete(turn);
      failed(signal.reason as Error);
    };
    const turn: Turn = {
      begin() {
        signal.removeEventListener('abort', leave);
        done();
      },
      refuse(error) {
        signal.removeEventListener('abort', leave);
        failed(error);
      },
    };
    signal.addEventListener('abort', leave);
    line.add(turn);
  });
}
