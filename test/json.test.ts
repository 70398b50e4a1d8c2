import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../src/json.ts';

const piece = fc.constantFrom(
  '"',
  '\\',
  '\\"',
  '[',
  '}',
  ',',
  'é',
  ...[62, 63, 64, 65].map((n) => 'x'.repeat(n)),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const deep = '['.repeat(101) + ']'.repeat(101);

describe('JSON that a stranger sent', () => {
  test('is read whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect(parseJson(Buffer.from(JSON.stringify(texts)))).toEqual(texts);
      }),
    );
  });

  test('is refused for what is too deep after a string, whatever the string holds', () => {
    fc.assert(
      fc.property(text, (held) => {
        const sent = Buffer.from(`[${JSON.stringify(held)},${deep}]`);
        expect(() => parseJson(sent)).toThrow(
          expect.objectContaining({ faults: [expect.objectContaining({ type: 'json_too_deep' })] }),
        );
      }),
    );
  });

  test('may hold brackets in strings that do not nest', () => {
    expect(parseJson(Buffer.from(JSON.stringify([deep])))).toEqual([deep]);
  });
});
