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
    '725653563933458432',
    '-725653563933458432',
    '72057594037927936',
    '123456789012345678901234567890',
    '9007199254740993.0',
    '9007199254740993e0',
    '0.1000000000000000055511151231257827',
    '3.14159265358979323846',
    '123456789.1234567890',
    '4.9e-324',
    '1.7976931348623159e308',
  ])('with a number that would be changed is refused: %s', (number) => {
    expect(() => parseJson(Buffer.from(`{"a":[{"b":${number}}]}`))).toThrow(
      expect.objectContaining({
        faults: [expect.objectContaining({ loc: ['body', 'a', '0', 'b'], type: 'json_number' })],
      }),
    );
  });

  test.each([
    '9007199254740992',
    '9007199254740991',
    '100000000000000000000',
    '1e22',
    '1E+2',
    '0e5',
    '0e99999',
    '-0',
    '-0.0',
    '0.1',
    '0.30000000000000004',
    '12.50000000000000000000',
    '5e-324',
    '1.7e308',
    '1.7976931348623157e308',
    '"1e400"',
  ])('keeps %s', (text) => {
    expect(parseJson(Buffer.from(`{"a":${text}}`))).toEqual({ a: JSON.parse(text) });
  });

  test('keeps the 17 digits by which some languages write a double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        fc.pre(!Number.isInteger(number));
        expect(parseJson(Buffer.from(`[${number.toPrecision(17)}]`))).toEqual([number]);
        expect(parseJson(Buffer.from(JSON.stringify([number])))).toEqual([number]);
      }),
    );
  });

  /** The number as a fraction of integers, by which two of them are compared. */
  const fractionOf = (text: string): readonly [bigint, bigint] => {
    const [digits = '', exponent = '0'] = text.toLowerCase().split('e');
    const [whole = '', fraction = ''] = digits.split('.');
    const power = Number(exponent) - fraction.length;
    const value = BigInt(whole + fraction);
    return power < 0 ? [value, 10n ** BigInt(-power)] : [value * 10n ** BigInt(power), 1n];
  };

  test('has the value of what was sent, or is refused', () => {
    const integers = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String);
    const short = fc.bigInt({ min: 2n ** 53n, max: 10n ** 16n }).map(String);
    const decimals = fc
      .tuple(integers, fc.stringMatching(/^[0-9]{1,25}$/), fc.integer({ min: -30, max: 30 }))
      .map(([whole, fraction, power]) => `${whole}.${fraction}e${power}`);
    let refused = 0;
    let kept = 0;
    fc.assert(
      fc.property(fc.oneof(integers, short, fc.maxSafeInteger().map(String), decimals), (sent) => {
        let read: unknown;
        try {
          read = parseJson(Buffer.from(sent));
        } catch {
          refused += 1;
          return;
        }
        kept += 1;
        const [[a, b], [c, d]] = [fractionOf(sent), fractionOf(JSON.stringify(read))];
        expect(a * d).toBe(c * b);
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(refused, kept)).toBeGreaterThan(50);
  });

  test('shows no number of a body that holds secrets', () => {
    const bytes = Buffer.from('{"password":725653563933458432}');

    expect(() => parseJson(bytes, { holdsSecrets: true })).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ input: '[redacted]' })] }),
    );
  });

  test('that is an answer has the text of a number that would be changed', () => {
    const bytes = Buffer.from('{"a":[725653563933458432,1e400,0.1,"\\u0000"]}');

    expect(parseJson(bytes, { isAnswer: true })).toEqual({
      a: ['725653563933458432', '1e400', 0.1, '\0'],
    });
  });

  test('may contain brackets in strings, which do not nest', () => {
    expect(parseJson(Buffer.from(JSON.stringify([deep])))).toEqual([deep]);
  });
});
