interface Shown<Data> {
  readonly data: Data;
  /** The value by which two events are compared; other changes cause no event. */
  readonly state: unknown;
  readonly isLast: boolean;
}

interface Showing<T, Data> {
  /** That of the last event which the reader has. */
  readonly lastEventId: string | undefined;
  readonly show: (value: T) => Shown<Data>;
}

/** Polls are half a second apart, but a reader may join between two of them. */
const pauseMs = 475;

/**
 * Yields the first value and then each change as an event of a stream, at most twice a second, up to the last. Their ids
 * continue those that the reader has.
 */
export async function* streamChanges<T, Data>(
  values: AsyncIterable<T>,
  { lastEventId = '0', show }: Showing<T, Data>,
): AsyncGenerator<{ readonly id: string; readonly data: Data }> {
  let number = /^[0-9]{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0;
  let [sent, sentAt] = ['', 0];
  for await (const value of values) {
    const { data, state, isLast } = show(value);
    const text = JSON.stringify(state);
    // A change that comes too early is sent after the next poll.
    if (text === sent || performance.now() - sentAt < pauseMs) continue;
    [sent, sentAt] = [text, performance.now()];
    yield { id: String(++number), data };
    if (isLast) return;
  }
}
