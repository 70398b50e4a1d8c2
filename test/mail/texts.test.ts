import { describe, expect, test } from 'vitest';
import { mails, nameIn, plain, type Template } from '../../src/mail/texts.ts';

const token = 'T'.repeat(43);
const values = {
  token,
  new_email: 'new@example.com',
  organization_name: 'Analytical Engines',
  role: 'viewer',
  session_kept: true,
} as never;
const links = {
  app: { appUrl: 'https://app.example.com', apiUrl: 'https://api.example.com' },
  none: { appUrl: undefined, apiUrl: 'https://api.example.com' },
};
const templates = Object.keys(mails) as Template[];

describe('The text of a mail', () => {
  test.each(templates)('%s has a subject and no gaps, with and without APP_URL', (template) => {
    for (const each of Object.values(links)) {
      const { subject, text } = mails[template].write(values, each);

      expect(subject).toMatch(/^[A-Z][^\r\n]{5,70}[^.]$/);
      expect(text).not.toMatch(/undefined|null|\[object/);
      expect(text.endsWith('\n')).toBe(true);
    }
  });

  test('has the token in the fragment of a link, which no server sees', () => {
    const { text } = mails.password_reset.write({ token }, links.app);

    expect(text).toContain(`\nhttps://app.example.com/reset-password#token=${token}\n`);
  });

  test('has the request to send where no app is known, in lines that are not broken', () => {
    const { text } = mails.password_reset.write({ token }, links.none);

    expect(text).toContain('POST https://api.example.com/api/v1/auth/password-resets/confirm\n');
    expect(text.split('\n').filter((line) => line.length > 76)).toEqual([]);
  });
});

test.each([
  [true, 'and your other sessions have ended'],
  [false, 'and all your sessions have ended'],
])('A mail about a new password says which sessions have ended (one kept: %s)', (kept, words) => {
  const { text } = mails.password_changed.write({ session_kept: kept }, links.app);

  expect(text).toContain(words);
});

test.each([
  ['Analytical  Engines ', 'Analytical Engines'],
  ['a\r\nSubject: b', 'a Subject: b'],
  ['a\u2028\u202eb', 'a b'],
])('%j is %j in a mail', (words, line) => {
  expect(plain(words)).toBe(line);
});

test.each([
  ['Analytical Engines, Inc.', 'Analytical Engines, Inc.'],
  ['Pay at https://evil.example/pay?x=1 now', 'Pay at https: evil. example/pay?x=1 now'],
  ['www.evil.example', 'www. evil. example'],
  ['evil\u3002example http://3232235777', 'evil\u3002 example http: 3232235777'],
  ['x@evil.example', 'x@evil. example'],
  ['\u{1f600}'.repeat(81), '\u{1f600}'.repeat(80)],
])('The name %j is %j in a mail, without a link', (words, name) => {
  expect(nameIn(words)).toBe(name);
});

test('An invitation has no link of the organization', () => {
  const invitation = { organization_name: 'https://evil.example/pay', role: 'viewer', token };
  const { text } = mails.invitation.write(invitation, links.app);

  expect(text.match(/\S+:\/\/\S+/g)).toEqual([
    `https://app.example.com/accept-invitation#token=${token}`,
  ]);
  expect(text).not.toContain('evil.example');
});
