import { describe, expect, test } from 'vitest';
import { asWritten, callerIn, toE164 } from '../../src/telephony/numbers.ts';

describe('toE164', () => {
  test.each([
    ['+14155550123', '+14155550123'],
    ['+1 415 555 0123', '+14155550123'],
    ['+1 (415) 555-0123', '+14155550123'],
    ['+1.415.555.0123', '+14155550123'],
    ['+1/415/555-0123', '+14155550123'],
    ['  +14155550123\t', '+14155550123'],
    ['+1\u00a0415\u00a0555\u00a00123', '+14155550123'],
    ['+１４１５５５５０１２３', '+14155550123'],
    ['+41 44 668 18 00', '+41446681800'],
    ['+49 (0)30 12345678', '+493012345678'],
    ['+39 06 1234 5678', '+390612345678'],
    ['+54 9 11 2345 6789', '+5491123456789'],
    ['+870 773 111 632', '+870773111632'],
    ['+883 5100 0000 0094', '+883510000000094'],
    ['+44 1632 960001', '+441632960001'],
    ['\uff0b1 202 555 0185', '+12025550185'],
    ['\uff0b１２０２５５５０１８５', '+12025550185'],
    ['\ufe6212025550185', '+12025550185'],
    ['tel:+12025550185', '+12025550185'],
    ['tel:+1-202-555-0185', '+12025550185'],
    ['TEL:+1.(202).555.0185', '+12025550185'],
    ['tel: +1 202 555 0185', '+12025550185'],
    ['\ufefftel:\u2066+12025550185\u2069', '+12025550185'],
    ['+1\u202f202\u2009555\u20070185', '+12025550185'],
  ])('accepts %j', (text, number) => {
    const read = toE164(text);

    expect(read).toBe(number);
  });

  // All characters that Unicode calls default ignorable and that stand for no letter, with their neighbours in the table.
  test.each(
    [
      0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c,
      0x202d, 0x202e,
    ]
      .concat([
        0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206a, 0x206f,
        0xfe0f, 0xfeff,
      ])
      .concat([0xe0001, 0xe0020])
      .map((code) => [code.toString(16), String.fromCodePoint(code)]),
  )('reads a number with U+%s anywhere', (_, mark) => {
    const text = `${mark}+${mark}1 (202)${mark} 555-01${mark}85${mark}`;

    expect(toE164(text)).toBe('+12025550185');
  });

  test('accepts every fictional number of North America', () => {
    const numbers = ['201', '212', '312', '415', '628', '907'].flatMap((area) =>
      Array.from({ length: 100 }, (_, last) => `+1${area}55501${String(last).padStart(2, '0')}`),
    );

    const read = numbers.map(toE164);

    expect(read).toEqual(numbers);
  });

  test.each([
    [''],
    [' '],
    ['+'],
    ['+1'],
    ['+123'],
    ['+4930'],
    ['+1 415 555'],
    ['+1 415 555 0123 4'],
    ['+2901234'],
    ['4155550123'],
    ['14155550123'],
    ['0041446681800'],
    ['011 41 44 668 18 00'],
    ['+999 123456789'],
    ['+0 415 555 0123'],
    ['++14155550123'],
    ['tel:'],
    ['tel:2025550185'],
    ['tel:2025550185;phone-context=+1'],
    ['tel:+2025550185;phone-context=+1'],
    ['tel:5550185;phone-context=+1202'],
    ['tel:2025550185;phone-context=example.com'],
    ['2025550185;phone-context=+1'],
    ['tel:+12025550185;ext=5'],
    ['tel:+12025550185;isub=5'],
    ['+12025550185;npdi'],
    ['tel:tel:+12025550185'],
    ['sip:+12025550185@example.com'],
    ['+12025550185,,5#'],
    ['+41446681800 ext. 5'],
    ['+41446681800x5'],
    ['+41446681800;ext=5'],
    ['+1-800-FLOWERS'],
    ['+14155550123abc'],
    ['call +14155550123'],
    ['+14155550123, +14155550124'],
    ['+14155550123\n+14155550124'],
    ['=1+1'],
    [`+1${'4'.repeat(300)}`],
  ])('refuses %j', (text) => {
    const read = toE164(text);

    expect(read).toBeUndefined();
  });
});

/** Before and after; the sources are the notices of the countries' regulators. */
const renumberings = [
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+52 01 55 1234 5678', '+525512345678'],
  ['+52 044 33 1234 5678', '+523312345678'],
  ['+52 045 33 1234 5678', '+523312345678'],
  ['+55 11 8765-4321', '+5511987654321'],
  ['+55 21 9876-5432', '+5521998765432'],
  ['+55 85 6765-4321', '+5585967654321'],
  ['+57 1 234 5678', '+576012345678'],
  ['+57 4 444 5678', '+576044445678'],
  ['+84 162 123 4567', '+84321234567'],
  ['+84 169 123 4567', '+84391234567'],
  ['+84 120 123 4567', '+84701234567'],
  ['+84 121 123 4567', '+84791234567'],
  ['+84 122 123 4567', '+84771234567'],
  ['+84 123 123 4567', '+84831234567'],
  ['+84 125 123 4567', '+84851234567'],
  ['+84 126 123 4567', '+84761234567'],
  ['+84 127 123 4567', '+84811234567'],
  ['+84 128 123 4567', '+84781234567'],
  ['+84 129 123 4567', '+84821234567'],
  ['+84 186 123 4567', '+84561234567'],
  ['+84 188 123 4567', '+84581234567'],
  ['+84 199 123 4567', '+84591234567'],
  ['+225 07 12 34 56', '+2250707123456'],
  ['+225 44 12 34 56', '+2250544123456'],
  ['+225 02 12 34 56', '+2250102123456'],
  ['+225 20 31 23 45', '+2252720312345'],
  ['+225 21 01 23 45', '+2252521012345'],
  ['+225 22 81 23 45', '+2252122812345'],
  ['+225 31 61 23 45', '+2252731612345'],
  ['+229 97 12 34 56', '+2290197123456'],
  ['+229 21 30 12 34', '+2290121301234'],
  ['+237 97 12 34 56', '+237697123456'],
  ['+237 22 23 45 67', '+237222234567'],
] as const;

describe('A number of a former plan', () => {
  test.each(renumberings)('%s is %s', (former, present) => {
    expect(toE164(former)).toBe(present);
    expect(toE164(former.replaceAll(' ', ''))).toBe(present);
    expect(toE164(present)).toBe(present);
  });

  test.each([
    ['Brazilian trunking', '+55 11 7712-3456', '+551177123456'],
    ['Brazilian fixed numbers', '+55 11 3765-4321', '+551137654321'],
    ['fixed numbers of Metro Manila', '+63 2 123 4567', '+6321234567'],
    ['Vietnamese services', '+84 1900 123456', '+841900123456'],
    ['Cameroonian freephone', '+237 88 12 34 56', '+23788123456'],
    ['a mobile number of today', '+52 55 1234 5678', '+525512345678'],
    ['Ivorian numbers of nobody', '+225 33 81 23 45', undefined],
    ['Ivorian services', '+225 80 01 23 45', undefined],
  ])('is not guessed: %s', (_, text, number) => {
    expect(toE164(text)).toBe(number);
  });

  test('is found as it was stored', () => {
    const written = ['+55 11 8765-4321', '+52 1 55 1234 5678', '+1 202 555 0185', 'x'];

    expect(written.map(asWritten)).toEqual([
      '+551187654321',
      '+525512345678',
      '+12025550185',
      undefined,
    ]);
  });
});

/** What Twilio gives for callers without a number; with a 1 only where somebody calls. */
const words = ['+266696687', '+86282452253', '+8656696', '+2562533', '+7378742833', '+7378742883'];

test.each(words)('toE164 refuses %s, which stands for no number', (text) => {
  expect(toE164(text)).toBeUndefined();
});

test.each([
  ...words,
  '+17378742833',
  '+1266696687',
  '266696687',
  'anonymous',
  'Anonymous',
  '+Anonymous',
  'RESTRICTED',
  'unavailable',
  'Unknown',
  'private',
  'blocked',
  'withheld',
  'sip:anonymous@anonymous.invalid',
  '+464',
  '0000000000',
  '',
])('callerIn finds no number in %j', (text) => {
  expect(callerIn(text)).toBeUndefined();
});

test('callerIn finds the number of others', () => {
  expect(callerIn('+1 737 874 2834')).toBe('+17378742834');
});
