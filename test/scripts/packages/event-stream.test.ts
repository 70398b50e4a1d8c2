import { describe, expect, test } from 'vitest';
import {
  createStreamParser,
  type StreamMessage,
  StreamTooLongError,
} from '../../../scripts/packages/client/src/event-stream.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const long = 'x'.repeat(2048);

/** The events of a stream that comes in pieces of so many bytes. */
function eventsOf(text: string, bytesAtOnce = Infinity): StreamMessage[] {
  const parser = createStreamParser(1_000_000);
  const bytes = encode(text);
  const events: StreamMessage[] = [];
  for (let at = 0; at < bytes.length; at += Math.min(bytesAtOnce, bytes.length))
    events.push(...parser.push(bytes.subarray(at, at + bytesAtOnce)));
  return events;
}

const data = (...texts: string[]) =>
  texts.map((text) => ({ id: '', event: 'message', data: text }));

/**
 * Streams of the web platform tests, each with the events that its test expects:
 * github.com/web-platform-tests/wpt/tree/master/eventsource, as of github.com/nodejs/node, test/fixtures/wpt/eventsource.
 * `message.py` ends a stream with an empty line, except with `newline=none`.
 */
const platformTests: readonly (readonly [string, string, readonly StreamMessage[]])[] = [
  ['format-bom.any.js', '\uFEFFdata:1\n\n\uFEFFdata:2\n\ndata:3\n\n', data('1', '3')],
  ['format-bom-2.any.js', '\uFEFF\uFEFFdata:1\n\ndata:2\n\ndata:3\n\n', data('2', '3')],
  [
    'format-comments.any.js',
    `data:1\r:\0\n:\r\ndata:2\n:${long}\rdata:3\n:data:fail\r:${long}\ndata:4\n\n`,
    data('1\n2\n3\n4'),
  ],
  [
    'format-data-before-final-empty-line.any.js',
    'retry:1000\ndata:test1\n\nid:test\ndata:test2',
    data('test1'),
  ],
  ['format-field-data.any.js', 'data:\n\ndata\ndata\n\ndata:test\n\n', data('', '\n', 'test')],
  ['format-field-event-empty.any.js', 'event: \ndata:data\n\n', data('data')],
  [
    'format-field-event.any.js',
    'event:test\ndata:x\n\ndata:x\n\n',
    [{ id: '', event: 'test', data: 'x' }, ...data('x')],
  ],
  [
    'format-field-parsing.any.js',
    'data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n',
    data('\0\n 2\n1\n3\n\n4'),
  ],
  ['format-field-retry-empty.any.js', 'retry\ndata:test\n\n', data('test')],
  [
    'format-field-unknown.any.js',
    'data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n',
    data('test\n\ntest'),
  ],
  ['format-leading-space.any.js', 'data:\ttest\rdata: \ndata:test\n\n', data('\ttest\n\ntest')],
  ['format-newlines.any.js', 'data:test\r\ndata\ndata:test\r\n\r', data('test\n\ntest')],
  ['format-null-character.any.js', 'data:\0\n\n', data('\0')],
  ['format-utf-8.any.js', 'data:ok…\n\n', data('ok…')],
  [
    'event-data.any.js',
    'data:msg\ndata: msg\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n',
    data('msg\nmsg', '', 'end'),
  ],
  [
    'format-field-id-3.window.js, persists (last-event-id2.py)',
    'id: 1\ndata: 1\n\ndata:2\n\n',
    [
      { id: '1', event: 'message', data: '1' },
      { id: '1', event: 'message', data: '2' },
    ],
  ],
  [
    'format-field-id-3.window.js, resets (last-event-id2.py)',
    'id: 1\ndata: 1\n\nid:\ndata:2\n\ndata:3\n\n',
    [{ id: '1', event: 'message', data: '1' }, ...data('2', '3')],
  ],
  ...['\0\0', 'x\0', '\0x', 'x\0x', ' \0'].map(
    (id) =>
      [
        `format-field-id-null.window.js, ${encodeURIComponent(id)}`,
        `id: ${id}\ndata: hello\n\n`,
        data('hello'),
      ] as const,
  ),
  // Of github.com/rexxars/eventsource-parser, test/fixtures.ts.
  [
    'getMultibyteEmptyLineFixtureStream',
    '\n\n\n\nid: 1\ndata: 我現在都看實況不玩遊戲\n\n',
    [{ id: '1', event: 'message', data: '我現在都看實況不玩遊戲' }],
  ],
  [
    'getMixedCommentsFixtureStream',
    `data:1\r\r:\0\n:\r\ndata:2\n\n:${long}\rdata:3\n\n:data:fail\r:${long}\ndata:4\n\ndata:5`,
    data('1', '2', '3', '4'),
  ],
  ['getEmptyEventsFixtureStream', 'event:\ndata: Hello 1\n\nevent:\n\n', data('Hello 1')],
];

describe('The parser of event streams', () => {
  test.each(platformTests)('reads %s, however it is cut', (_, text, events) => {
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
