import { randomBytes, randomInt } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { timestampOf } from '../../../src/timestamp.ts';
import { newSecret, signerWith } from '../../../src/webhooks/endpoints/secrets.ts';

/** Characters of one to four bytes, and halves of pairs, which no encoding has. */
const characters = [
  'a',
  '"',
  '\\',
  '\n',
  '\u0000',
  'ß',
  '€',
  '𝄞',
  '\u{d834}',
  '\u{dd1e}',
  '.',
  ' ',
];

const textOf = (length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('');

const generated = Array.from({ length: 200 }, (_, index) => ({
  id: `msg_${randomBytes(16).toString('hex')}`,
  // The keys of others have other lengths; 65 bytes are more than a block.
  secrets: [newSecret(), `whsec_${randomBytes(1 + (index % 65)).toString('base64')}`],
  body: textOf(index * 7),
  at: timestampOf(new Date(randomInt(2 ** 40))),
}));

describe('A signature', () => {
  test('is that of the Standard Webhooks library, for generated secrets and bodies', () => {
    for (const { id, secrets, body, at } of generated) {
      const byLibrary = secrets
        .map((secret) => new Webhook(secret).sign(id, new Date(at), body))
        .join(' ');

      expect(signerWith(secrets)(id, body, at)).toEqual({
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(Date.parse(at) / 1000)),
        'webhook-signature': byLibrary,
      });
    }
  });

  test('is verified by the library, also of a body in bytes', () => {
    for (const { id, secrets, body } of generated) {
      const json = JSON.stringify({ body: body.toWellFormed() });
      const headers = signerWith(secrets)(id, Buffer.from(json), timestampOf(new Date()));

      for (const secret of secrets)
        expect(new Webhook(secret).verify(json, headers)).toEqual(JSON.parse(json));
      const [secret = ''] = secrets;
      expect(() => new Webhook(secret).verify(`${json} `, headers)).toThrow('No matching');
    }
  });

  test('is not made without a key', () => {
    expect(() => signerWith(['whsec_'])).toThrow('without a key');
  });
});
