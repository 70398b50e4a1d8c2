import { describe, expect, test } from 'vitest';
import {
  createStreamParser,
  type StreamMessage,
  StreamTooLongError,
} from '../../../scripts/packages/client/src/event-stream.ts';
import { streams } from './given.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
/** The events of a stream that comes in pieces of so many bytes. */
function eventsOf(text: string, bytesAtOnce = Infinity): StreamMessage[] {
  const parser = createStreamParser(1_000_000);
  const bytes = encode(text);
  const events: StreamMessage[] = [];
  for (let at = 0; at < bytes.length; at += Math.min(bytesAtOnce, bytes.length))
    events.push(...parser.push(bytes.subarray(at, at + bytesAtOnce)));
  return events;
}

describe('The parser of event streams', () => {
  test.each(streams)('reads %s, however it is cut', (_, text, events) => {
    for (const bytesAtOnce of [1, 2, 3, 7, Infinity])
      expect(eventsOf(text, bytesAtOnce)).toEqual(events);
  });

  // format-field-retry.any.js, format-field-retry-bogus.any.js, and getEmptyRetryFixtureStream.
  test.each([
    ['retry:03000\ndata:x\n\n', 3000],
    ['retry:3000\nretry:1000x\ndata:x\n\n', 3000],
    ['id:2\nretry:\ndata:x\n\n', undefined],
    ['retry:-1\nretry:1.5\n\n', undefined],
  ])('of %j has the time %s', (text, retryMs) => {
    const parser = createStreamParser(1000);
    parser.push(encode(text));

    expect(parser.retryMs).toBe(retryMs);
  });

  test('moves the id with an event without data, and not before the event ends', () => {
    const parser = createStreamParser(1000, '16');

    expect(parser.push(encode('id: 17\n'))).toEqual([]);
    expect(parser.lastEventId).toBe('16');
    expect(parser.push(encode('\n'))).toEqual([]);
    expect(parser.lastEventId).toBe('17');
    expect(parser.push(encode('data: x\n\n'))).toEqual([{ id: '17', event: 'message', data: 'x' }]);
  });

  test.each([
    ['a line', ['data: ', 'x'.repeat(60), 'x'.repeat(60)]],
    ['a comment', [`:${'x'.repeat(120)}`]],
    ['the lines of an event', Array.from({ length: 20 }, () => 'data: 123456789\n')],
  ])('refuses %s beyond its bound', (_, parts) => {
    const parser = createStreamParser(100);

    expect(() => parts.forEach((part) => parser.push(encode(part)))).toThrow(StreamTooLongError);
  });

  test('takes as long for twice the bytes as for twice the events', () => {
    const time = (text: string): number => {
      const parser = createStreamParser(Infinity);
      const begin = performance.now();
      for (let at = 0; at < 4000; at += 1) parser.push(encode(text));
      return performance.now() - begin;
    };
    time('data: warm\n\n');

    // One line of 4 MB: if each piece were looked at again with all before it, it would take seconds.
    expect(time('x'.repeat(1000))).toBeLessThan(1000);
  });
});
