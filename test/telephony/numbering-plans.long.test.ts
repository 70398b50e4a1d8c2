import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { isPlainE164 } from '../../src/telephony/numbering-plans.ts';
import { parsedE164, toE164 } from '../../src/telephony/numbers.ts';

// `COUNT=1000000 vitest run ...` compares a million.
const count = Number(process.env['COUNT'] ?? 30_000);

/** Codes of countries, of none, and what is no code at all. */
const codes = [
  ...new Set<string>(getCountries().map((country) => getCountryCallingCode(country))),
  ...'800 808 870 878 881 882 883 888 979 999 210 0 01 00'.split(' '),
];

/** What national numbers begin with: prefixes of many countries, or anything. */
const beginnings = ['', '', '', '0', '1', '8', '9', '01', '06', '15', '44', '80', '89', '0011'];

/** The same numbers each time. */
function* numbers(): Generator<string> {
  let state = 20_261_123;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let index = 0; index < count; index += 1) {
    const begin = beginnings[below(beginnings.length)]!;
    const digits = Array.from({ length: 3 + below(11) }, () => below(10)).join('');
    yield `+${codes[index % codes.length]}${begin}${digits}`;
  }
}

describe('A number in E.164', () => {
  test('has the same result without the library as with it', () => {
    const different: string[] = [];
    let plain = 0;
    let changed = 0;
    for (const text of numbers()) {
      const expected = parsedE164(text);
      if (isPlainE164(text)) plain += 1;
      if (expected !== undefined && expected !== text) changed += 1;
      if (toE164(text) !== expected) different.push(text);
    }

    expect(different).toEqual([]);
    // Otherwise there is nothing to compare.
    expect(plain).toBeGreaterThan(count / 10);
    expect(changed).toBeGreaterThan(count / 100);
  });

  test('needs no library in nearly all countries', () => {
    const left = getCountries().filter((country) => {
      const { number = '' } = getExampleNumber(country, examples) ?? {};
      return !isPlainE164(number);
    });

    expect(left).toEqual(['AR', 'CW', 'SH', 'TA', 'TK']);
  });

  test.each(['+', '+1', '+12', '+1212555012a', '+1212555012', '12125550123', '+０12125550123'])(
    '%j needs the library',
    (text) => {
      expect(isPlainE164(text)).toBe(false);
    },
  );
});
