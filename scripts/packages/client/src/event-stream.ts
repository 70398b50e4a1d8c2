/** One event of a stream, as the HTML standard dispatches it. */
export interface StreamMessage {
  /** The last `id` that the stream has sent; empty before the first one. */
  readonly id: string;
  /** The name of the event; `message` if the stream names none. */
  readonly event: string;
  readonly data: string;
}

/** The stream sent a line or an event that is longer than the reader accepts. */
export class StreamTooLongError extends Error {
  override name = 'StreamTooLongError';
}

export interface StreamParser {
  /** The number of milliseconds to wait before the stream is opened again, if the stream has sent one. */
  readonly retryMs: number | undefined;
  /** The `id` to continue after, which an event without data moves too. */
  readonly lastEventId: string;
  /** Returns the events that these bytes complete. */
  push(bytes: Uint8Array): StreamMessage[];
}

/**
 * Parses `text/event-stream` as the HTML standard defines it (section 9.2.6). A line, and the data of an event, have at
 * most `maxLength` characters.
 */
export function createStreamParser(maxLength: number, lastEventId = ''): StreamParser {
  // It drops the byte order mark at the beginning, as the standard has it.
  const decoder = new TextDecoder();
  let line = '';
  let skipsLineFeed = false;
  let data: string[] = [];
  let dataLength = 0;
  let event = '';
  let id = lastEventId;
  let dispatchedId = lastEventId;
  let retryMs: number | undefined;

  const check = (length: number, what: string): void => {
    if (length > maxLength)
      throw new StreamTooLongError(`${what} of the stream has more than ${maxLength} characters.`);
  };

  const dispatch = (): StreamMessage | undefined => {
    const message =
      data.length === 0 ? undefined : { id, event: event || 'message', data: data.join('\n') };
    dispatchedId = id;
    data = [];
    dataLength = 0;
    event = '';
    return message;
  };

  const read = (whole: string): void => {
    const colon = whole.indexOf(':');
    if (colon === 0) return;
    const name = colon === -1 ? whole : whole.slice(0, colon);
    const value = colon === -1 ? '' : whole.slice(whole[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') {
      dataLength += value.length + 1;
      check(dataLength, 'An event');
      data.push(value);
    } else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^[0-9]+$/.test(value)) retryMs = Number(value);
  };

  return {
    get retryMs() {
      return retryMs;
    },
    get lastEventId() {
      return dispatchedId;
    },
    push(bytes) {
      const text = decoder.decode(bytes, { stream: true });
      const messages: StreamMessage[] = [];
      const ends = /\r\n?|\n/g;
      let start = 0;
      // A line feed after a carriage return at the end of the text before belongs to it.
      if (skipsLineFeed && text !== '') {
        if (text[0] === '\n') start = 1;
        skipsLineFeed = false;
      }
      ends.lastIndex = start;
      for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
        line += text.slice(start, end.index);
        check(line.length, 'A line');
        start = end.index + end[0].length;
        if (line !== '') read(line);
        else {
          const message = dispatch();
          if (message) messages.push(message);
        }
        line = '';
      }
      line += text.slice(start);
      check(line.length, 'A line');
      if (text.endsWith('\r')) skipsLineFeed = true;
      return messages;
    },
  };
}
