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

describe('Untrusted JSON', () => {
  test('is accepted whatever its strings contain', () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect(parseJson(Buffer.from(JSON.stringify(texts)))).toEqual(texts);
      }),
    );
  });

  test('that is nested too deeply after a string is refused, whatever the string contains', () => {
    fc.assert(
      fc.property(text, (held) => {
        const sent = Buffer.from(`[${JSON.stringify(held)},${deep}]`);
        expect(() => parseJson(sent)).toThrow(
          expect.objectContaining({ faults: [expect.objectContaining({ type: 'json_too_deep' })] }),
        );
      }),
    );
  });

  test('may contain brackets in strings, which do not nest', () => {
    expect(parseJson(Buffer.from(JSON.stringify([deep])))).toEqual([deep]);
  });
});
