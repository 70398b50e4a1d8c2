import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import contract from '../../../generated/openapi.json' with { type: 'json' };
import { spellingsOf } from '../../../src/privacy/erasures/spelling-rules.ts';
import { partsOf } from '../../../src/telephony/numbers.ts';
import { guideNumber, guideSpellings } from '../given.ts';

const american = spellingsOf(partsOf('+12025550185'));
const german = spellingsOf(partsOf('+493012345678'));
const russian = spellingsOf(partsOf('+79161234567'));
const hungarian = spellingsOf(partsOf('+3612345678'));
const icelandic = spellingsOf(partsOf('+3545811234'));
const falkland = spellingsOf(partsOf('+50036000'));
const british = spellingsOf(partsOf('+442079460123'));

describe('A number is found', () => {
  test.each([
    [american, '+12025550185'],
    [american, '12025550185'],
    [american, '0012025550185'],
    [american, '01112025550185'],
    [american, '+1 202-555-0185'],
    [american, '+1 (202) 555-0185'],
    [american, '(202) 555-0185'],
    [american, '202.555.0185'],
    [american, '1-202-555-0185'],
    [american, '2 0 2 5 5 5 0 1 8 5'],
    [american, '+1\u00a0202\u2011555\u20110185'],
    [american, '%2B12025550185'],
    [american, 'tel:+1-202-555-0185;'],
    [german, '030 12345678'],
    [german, '030/123 456-78'],
    [german, '+49 (0)30 12345678'],
    [german, '0049 30 12 34 56 78'],
    [british, '020 7946 0123'],
    [british, '+44 (0) 20 7946 0123'],
    [american, '%2B1%20202%20555%200185'],
    [american, '%252B1%2520202%2520555%25200185'],
    [american, '+1+202+555+0185'],
    [american, '[202] 555-0185'],
    [american, '202\u2212555\u22120185'],
    [american, '202\u00b7555\u00b70185'],
    [american, '202,555,0185'],
    [american, '202:555:0185'],
    [american, '202~555~0185'],
    [american, '202*555*0185'],
    [american, '202&#8209;555&nbsp;0185'],
    [american, '+1 - (202) - 555 - 0185'],
    [american, String.raw`+1\u00a0202\u00a0555\u20110185`],
    [american, String.raw`202\\n555\/0185`],
    [german, '%2B49%20%280%29%2030%2012345678'],
    [german, '0 30 12345678'],
    [russian, '8 (916) 123-45-67'],
    [hungarian, '06 1 234 5678'],
    [icelandic, '+354 581 1234'],
    [icelandic, '00354-5811234'],
    [icelandic, '3545811234'],
  ])('in case %#: %o as %j', (spellings, text) => {
    expect(spellings.replaced(`Call ${text} now`, '#')).not.toMatch(/\d/);
    expect(text).toMatch(new RegExp(spellings.rough, 'u'));
  });

  test.each([
    ['2026-01-08 202-555-0185', '2026-01-08 #'],
    ['at 10:30 (202) 555-0185', 'at 10:30 #'],
    ['at 10:00 202-555-0185', 'at 10:00 #'],
    ['Room 208 202-555-0185', 'Room 208 #'],
    ['Room 44 (202) 555-0185', 'Room 44 #'],
    ['Room 44 2025550185', 'Room 44 #'],
    ['+12025550148\n202 555 0185', '+12025550148\n#'],
    ['20260108-2025550185', '20260108-#'],
    ['08 202 555 0185', '08 #'],
    ['202 202 555 0185', '202 #'],
    ['(202)555-0185/(202)555-0186', '#/(202)555-0186'],
    ['q=%202025550185&x=1', 'q=%20#&x=1'],
    [String.raw`a\u00a02025550185`, String.raw`a\u00a0#`],
    ['2025550185 2025550185', '# #'],
    ['2%202025550185', '2%20#'],
  ])('after other digits: %j becomes %j', (text, after) => {
    expect(american.replaced(text, '#')).toBe(after);
  });

  test.each([
    [american, '0044 20 2555 0185'],
    [american, '011 44 20 2555 0185'],
    [american, '%2B44 20 2555 0185'],
    [american, '%2B44%2020%202555%200185'],
    [american, '+44+20+2555+0185'],
    [american, '+44 (0)20 2555 0185'],
    [american, '44 20 2555 0185'],
    [american, '0202 555 0185'],
    [american, '0049 202 555 0185'],
    [american, '100% 2025 a 550185'],
    [german, '+41 030 12345678'],
    [icelandic, '5811234'],
    [icelandic, '581 1234'],
    [icelandic, 'run 5811234 ended'],
    [falkland, '36000'],
    [american, '+12025550186'],
    [american, '+120255501850'],
    [american, '412025550185'],
    [american, '+44 2025550185'],
    [american, '+442025550185'],
    [american, '555-0185'],
    [german, '+1 3012345678'],
    [british, '+1 207 946 0123 5'],
  ])('in case %# not, as it is another: %o as %j', (spellings, text) => {
    expect(spellings.replaced(text, '#')).toBeUndefined();
  });

  test('in keys, texts and numbers of JSON, whose other values stay', () => {
    const value = {
      12025550185: 'her number',
      said: ['Call 202-555-0185.', 12_025_550_185, 7, null, true],
    };

    expect(american.replacedJson(value, '#')).toEqual({
      '#': 'her number',
      said: ['Call #.', null, 7, null, true],
    });
  });

  test('with any punctuation between its digits, by both ways to look for it', () => {
    const between = fc.constantFrom('', ' ', '-', '.', '/', ') ', ' - ');
    fc.assert(
      fc.property(fc.array(between, { minLength: 9, maxLength: 9 }), (marks) => {
        const text = [...'2025550185'].map((digit, index) => digit + (marks[index] ?? '')).join('');
        expect(american.replaced(`x ${text} y`, '#')).toMatch(/^x #[-./) ]* y$/);
        expect(JSON.stringify(text)).toMatch(new RegExp(american.rough, 'u'));
      }),
    );
  });

  test('in numbers of JSON with the country code alone, which are no ids', () => {
    const value = {
      retry_delay_seconds: 36_000,
      run_id: 50_036_000,
      heard: [50_036_000, 36_000],
      caller_id: 50_036_000,
    };

    expect(falkland.replacedJson(value, '#')).toEqual({
      ...value,
      heard: [null, 36_000],
      caller_id: null,
    });
    expect(american.replacedJson([2_025_550_185], '#')).toEqual([2_025_550_185]);
  });

  test.each([
    ['digits', '2025550'],
    ['digits of the number', '2025550185'],
    ['codes of countries', '+1 (0) '],
    ['punctuation', ' - ('],
    ['digits with much between', '2 - (0 - (2 - (5 - (5 - (5 - (0 - (1 - (8 - ('],
    ['encoded punctuation', '2%20%20%20%200%20%20%20%202%2520'],
    ['escaped characters', String.raw`2\\u00a0\\n0\\`],
    ['backslashes', '\\'],
    ['references', '2&#8209;0&nbsp;2&&&'],
  ])('in 1 MiB of %s in linear time', (_, part) => {
    const text = part.repeat(Math.ceil(2 ** 20 / part.length));
    const spent = (input: string) => {
      const before = process.cpuUsage().user;
      american.replaced(`${input}2025550185`, '#');
      return process.cpuUsage().user - before;
    };

    expect(spent(text)).toBeLessThan(5_000_000);
  });
});

describe('The guide says of a spelling', () => {
  const demo = spellingsOf(partsOf(guideNumber));

  test('whether it is found, with fifty that are', () => {
    expect(guideSpellings().filter(({ found }) => found).length).toBeGreaterThanOrEqual(50);
  });

  test.each(guideSpellings())('that it is found, or not: $text', ({ found, text }) => {
    expect(demo.replaced(`Call ${text} now`, '#')).toEqual(
      found ? expect.stringMatching(/^Call [+(]?#[\ufe0f\u20e3]* now$/u) : undefined,
    );
  });
});

describe('Digits of other scripts', () => {
  test.each([
    ['Ring ٢٠٢٥٥٥٠١٨٥, or ٢٠٢٥٥٥٠١٨٦.', 'Ring #, or ٢٠٢٥٥٥٠١٨٦.'],
    ['𝟐𝟎𝟐𝟓𝟓𝟓𝟎𝟏𝟖𝟓𝟖', undefined],
    ['2025550185² ¹2025550185', '#² ¹#'],
    ['&#50;025550185&eacute;&#50;025550186', '#&eacute;&#50;025550186'],
    ['😀2025550185😀%F0%9F%98%80', '😀#😀%F0%9F%98%80'],
    [String.raw`\ud83d\ude00 2025550185\ud83d`, String.raw`\ud83d\ude00 #\ud83d`],
    ['%A02025550185%', '%A0#%'],
    ['100&percnt;2025550185&#99999999;', '100&percnt;#&#99999999;'],
  ])('are read, and nothing else changes: %j', (text, after) => {
    expect(american.replaced(text, '#')).toBe(after);
  });

  test('are those of every numbering system with ten digits', () => {
    for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      const text = [...'2025550185'].map((digit) => format.format(Number(digit))).join('');
      if (!/^\p{Nd}+$/u.test(text)) continue;
      expect(american.replaced(text, '#'), numberingSystem).toBe('#');
      expect(text).toMatch(new RegExp(american.rough, 'u'));
    }
  });
});

/** Every pattern of a text in the contract, with where it stands. */
function patternsIn(value: unknown, path = ''): { pattern: string; path: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [
    ...own.map((pattern) => ({ pattern, path })),
    ...Object.entries(value).flatMap(([name, member]) => patternsIn(member, `${path}/${name}`)),
  ];
}

test('What an erasure writes matches every pattern of the contract that the text matched', () => {
  const bare = ['12025550185', 'a12025550185', '2025550185', '202_555_0185', '202-555-0185'];
  const texts = bare.flatMap((text) => [
    text,
    `_${text}`,
    `crm_${text}`,
    `${text}_crm`,
    `acme/${text}`,
    `/${text}`,
    `https://${text}.example.com/?a=(${text})`,
    `http://example.com/%2B${text}`,
    `wss://example.com/(${text})`,
  ]);
  const tried = patternsIn(contract.components.schemas).map(({ pattern, path }) => {
    const matching = texts.filter((text) => new RegExp(pattern, 'u').test(text));
    const broken = matching.filter((text) => {
      const after = american.replaced(text);
      return after !== undefined && !new RegExp(pattern, 'u').test(after);
    });
    return { path, isTried: matching.length > 0, broken };
  });

  // What is only digits can be the number by chance: its ids are of another length.
  const digits = ['/CampaignDestination/properties/value'];
  // Kept by the simulated network alone, whose record of the call an erasure removes as a whole.
  const removed = ['/SendRunKeysRequest/properties/keys'];
  // Of requests, and of what is sent at once: where keys are stored, they are a text without a pattern.
  const sent = ['/PressedKeys', '/RunTurnEvent/properties/keys'];
  const carriers = /Telnyx.*connection_id$/;
  const left = tried.filter(
    ({ path }) => ![...digits, ...removed, ...sent].includes(path) && !carriers.test(path),
  );
  expect(left.filter(({ broken }) => broken.length > 0)).toEqual([]);
  expect(left.filter(({ isTried }) => isTried).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/ConnectorName', '/ConsentPurpose', '/RuntimeUrl']),
  );
});
