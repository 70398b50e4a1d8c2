import { describe, expect, test } from 'vitest';
import { createEventReader } from '../../../src/tools/mcp-tools/client.ts';

const text = [
  '\u{feff}: a comment\r\n',
  'id: 7\r\nevent: message\r\ndata: {"é":\r\ndata:1}\r\n\r\n',
  'event: ping\ndata: no\n\n',
  'retry: 10\n\n',
  'data\rdata: \r\r',
  'data: last\n\n',
  'data: not complete\n',
].join('');
const expected = ['{"é":\n1}', '\n', 'last'];

describe('createEventReader', () => {
  test('finds the same events wherever their bytes are cut', () => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const reader = createEventReader();
      const found: string[] = [];
      for (let from = 0; from < bytes.length; from += size)
        found.push(...reader.push(bytes.subarray(from, from + size)));
      expect([size, found]).toEqual([size, expected]);
    }
  });

  test('reads a line of 1 MiB in small parts in proportion to its bytes', () => {
    const reader = createEventReader();
    const began = performance.now();
    for (let parts = 0; parts < 65_536; parts += 1) reader.push(Buffer.from('data: xxxxxxxxxx'));

    expect(reader.push(Buffer.from('\n\n')).length).toBe(1);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
