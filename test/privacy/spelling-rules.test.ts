import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spellingsOf } from '../../src/privacy/erasures/spelling-rules.ts';
import { partsOf } from '../../src/telephony/numbers.ts';

const american = spellingsOf(partsOf('+12025550185'));
const german = spellingsOf(partsOf('+493012345678'));
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
  ])('in case %#: %o as %j', (spellings, text) => {
    expect(spellings.replaced(`Call ${text} now`, '#')).not.toMatch(/\d/);
    expect(text).toMatch(new RegExp(spellings.rough));
  });

  test.each([
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
        expect(JSON.stringify(text)).toMatch(new RegExp(american.rough));
      }),
    );
  });

  test('in a text of a million digits in linear time', () => {
    const digits = '2025550'.repeat(100_000);
    const started = process.cpuUsage().user;

    american.replaced(digits, '#');
    american.replaced('+1 (0) '.repeat(50_000), '#');

    expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
  });
});
