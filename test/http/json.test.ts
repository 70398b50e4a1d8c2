import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../src/http/json.ts';

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

  test('with members that come twice is refused with the place of each, however they are written', () => {
    fc.assert(
      fc.property(fc.array(text), fc.string(), (held, name) => {
        const member = (text: string) => `${text}:${JSON.stringify(held)}`;
        const escaped = `"${[...Array(name.length).keys()]
          .map((at) => `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`)
          .join('')}"`;
        fc.pre(!name.includes('\0'));
        const sent = `{"a":[0,{"name":{${member(JSON.stringify(name))},${member(escaped)}}}]}`;
        let thrown: unknown;
        try {
          parseJson(Buffer.from(sent));
        } catch (error) {
          thrown = error;
        }

        expect(thrown).toMatchObject({
          faults: [
            { loc: ['body', 'a', '1', 'name', name], type: 'json_duplicate_member', input: null },
          ],
        });
      }),
    );
  });

  test.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', []],
    ['{"__proto__":1,"constructor":2,"toString":3}', []],
    ['{"__proto__":1,"__proto__":2}', [['body', '__proto__']]],
    [
      '[{"a":{"b":1,"b":2}},{"a":1,"a":":,"}]',
      [
        ['body', '0', 'a', 'b'],
        ['body', '1', 'a'],
      ],
    ],
    [
      '{"a":{"\\u0000":1,"\\u0000":2},"a":1}',
      [
        ['body', 'a'],
        ['body', 'a'],
      ],
    ],
  ])('%s has these members twice: %j', (sent, places) => {
    let faults: readonly { loc: readonly string[] }[] = [];
    try {
      parseJson(Buffer.from(sent));
    } catch (error) {
      ({ faults } = error as { faults: typeof faults });
    }

    expect(faults.map(({ loc }) => loc)).toEqual(places);
  });

  test('that is not UTF-8 is refused', () => {
    const latin = Buffer.from([0x22, 0xe9, 0x22]);

    expect(() => parseJson(latin)).toThrow('not valid UTF-8');
  });

  test.each([
    '1e400',
    '-1e400',
    '1e-400',
    '9007199254740993',
    '-9007199254740993',
    '9'.repeat(400),
  ])('with a number that would be changed is refused: %s', (number) => {
    expect(() => parseJson(Buffer.from(`{"a":[{"b":${number}}]}`))).toThrow(
      expect.objectContaining({
        faults: [expect.objectContaining({ loc: ['body', 'a', '0', 'b'], type: 'value_error' })],
      }),
    );
  });

  test.each(['9007199254740992', '9007199254740991', '1e22', '0e5', '0.1', '1.7e308', '"1e400"'])(
    'keeps %s',
    (text) => {
      expect(parseJson(Buffer.from(`{"a":${text}}`))).toEqual({ a: JSON.parse(text) });
    },
  );

  test('may contain brackets in strings, which do not nest', () => {
    expect(parseJson(Buffer.from(JSON.stringify([deep])))).toEqual([deep]);
  });
});
