import { describe, expect, test } from 'vitest';
import { withoutSecret } from '../../src/tools/masking-rules.ts';

const token = 'a<b>"c"&\'d/e+f=g%h';
const secret = `Bearer ${token}`;
const bytes = Buffer.from(token);
const base64 = (before: string, after = ''): string =>
  Buffer.from(`${before}${token}${after}`).toString('base64');
const escaped = token.replace(/[<>"'&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const named = token
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;')
  .replaceAll("'", '&apos;');
const everyByte = (write: (byte: number) => string): string => [...bytes].map(write).join('');

/** What a text still tells of the token, decoded in every way and at every alignment. */
function leaks(text: string): boolean {
  const pieces = Array.from({ length: token.length - 5 }, (_, at) => token.slice(at, at + 6));
  const readings = [0, 1, 2, 3].map((shift) =>
    Buffer.from(
      text
        .replaceAll('***', '!')
        .replaceAll(/^.*!|[^\w+/-]/gs, '')
        .slice(shift),
      'base64',
    ).toString('latin1'),
  );
  return [text, ...readings].some((each) => pieces.some((piece) => each.includes(piece)));
}

describe('A secret is masked', () => {
  test.each<[string, string]>([
    ['as it is', token],
    ['in base64', base64('')],
    ['in base64 without padding', base64('').replace(/=+$/, '')],
    ['in base64 of URLs', bytes.toString('base64url')],
    ['in hex', bytes.toString('hex')],
    ['in upper hex', bytes.toString('hex').toUpperCase()],
    ['percent-encoded', encodeURIComponent(token)],
    ['percent-encoded in lower case', encodeURIComponent(token).toLowerCase()],
    ['percent-encoded in every character', everyByte((byte) => `%${byte.toString(16)}`)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(token))],
    ['escaped as in HTML', named],
    ['escaped with numbers', escaped],
    ['escaped with hex numbers', everyByte((byte) => `&#x${byte.toString(16).toUpperCase()};`)],
    ['escaped as in JSON', JSON.stringify(token).slice(1, -1)],
    ['escaped as in JSON in every character', everyByte((b) => `\\u00${b.toString(16)}`)],
    ['in a URL within HTML', encodeURIComponent(named)],
    ['in base64, percent-encoded', encodeURIComponent(base64(''))],
  ])('%s', (_, form) => {
    expect(withoutSecret(`Not ${form}.`, secret)).toBe('Not ***.');
    expect(withoutSecret({ [`of ${form}!`]: [form] }, secret)).toEqual({ 'of ***!': ['***'] });
  });

  test.each(['', 'x', 'xy', 'xyz', 'user:', 'Bearer '])(
    'in base64 of a text after "%s"',
    (before) => {
      for (const after of ['', '.', '..', '...'])
        for (const text of [base64(before, after), base64(before, after).replaceAll('+', '-')]) {
          const shown = String(withoutSecret(`got ${text}`, secret));

          expect(shown).toContain('***');
          expect(leaks(shown.slice(4))).toBe(false);
        }
    },
  );

  test.each([
    ['the password of Basic', `Basic ${btoa('ada:pass-word-1')}`, 'pass-word-1'],
    ['its pair', `Basic ${btoa('ada:pass-word-1')}`, 'ada:pass-word-1'],
    ['a named value', 'Token id="0000", token="1111-2222-3333"', '1111-2222-3333'],
    ['a value after a name', 'key=1111-2222-3333', '1111-2222-3333'],
  ])('with %s', (_, whole, part) => {
    for (const form of [part, btoa(part), Buffer.from(part).toString('hex')])
      expect(withoutSecret([form], whole)).toEqual(['***']);
  });

  test('and leaves what is no part of it', () => {
    const value = { a: 'Bearer', b: ['%zz &nope; \\u12', 1, null], c: base64('').slice(0, 6) };

    expect(withoutSecret(value, secret)).toEqual(value);
    expect(withoutSecret(value, null)).toBe(value);
  });
});
