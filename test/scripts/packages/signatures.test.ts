import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  type SignedRequest,
  verifySignature,
  WebhookVerificationError,
} from '../../../scripts/packages/client/src/signatures.ts';
import { vector } from './given.ts';

const { secret, id, body, seconds, signature, ofAnother } = vector;
const headers = {
  'webhook-id': id,
  'webhook-timestamp': String(seconds),
  'webhook-signature': signature,
};
const signed: SignedRequest = { body, headers, secrets: secret, now: seconds * 1000 };
const withHeaders = (changes: Record<string, string | undefined>): Partial<SignedRequest> => ({
  headers: { ...headers, ...changes },
});
const at = (offset: number): Partial<SignedRequest> => ({ now: (seconds + offset) * 1000 });

describe('verifySignature', () => {
  test.each<[string, Partial<SignedRequest>]>([
    ['"sign function works"', {}],
    ['"verification works with and without signature prefix"', { secrets: secret.slice(6) }],
    [
      '"multi sig payload is valid"',
      withHeaders({
        'webhook-signature': [ofAnother, ofAnother.replace('v1', 'v2'), signature, ofAnother].join(
          ' ',
        ),
      }),
    ],
    ['bytes', { body: new TextEncoder().encode(body) }],
    ['a part of a buffer', { body: Buffer.from(`xx${body}`).subarray(2) }],
    ['an ArrayBuffer', { body: new TextEncoder().encode(body).buffer }],
    ['Headers', { headers: new Headers(headers) }],
    [
      'names in capitals',
      {
        headers: {
          'Webhook-Id': id,
          'WEBHOOK-TIMESTAMP': String(seconds),
          'Webhook-Signature': signature,
        },
      },
    ],
    ['several secrets', { secrets: ['whsec_b3RoZXI=', secret] }],
    ['the end of the tolerance', at(300)],
    ['the beginning of the tolerance', at(-300)],
    ['another tolerance', { ...at(3600), toleranceSeconds: 3600 }],
  ])('accepts %s', async (_, changes) => {
    expect(await verifySignature({ ...signed, ...changes })).toBe(body);
  });

  test.each<[string, Partial<SignedRequest>, string]>([
    ['"missing id"', withHeaders({ 'webhook-id': undefined }), 'webhook-id is missing'],
    [
      '"missing timestamp"',
      withHeaders({ 'webhook-timestamp': undefined }),
      'webhook-timestamp is',
    ],
    [
      '"missing signature"',
      withHeaders({ 'webhook-signature': undefined }),
      'webhook-signature is',
    ],
    ['"invalid timestamp"', withHeaders({ 'webhook-timestamp': 'hello' }), 'not a time'],
    [
      '"invalid signature"',
      withHeaders({ 'webhook-signature': 'v1,dawfeoifkpqwoekfpqoekf' }),
      'No signature',
    ],
    ['that of another body', withHeaders({ 'webhook-signature': ofAnother }), 'No signature'],
    [
      '"partial signature"',
      withHeaders({ 'webhook-signature': signature.slice(0, 8) }),
      'No signature',
    ],
    ['"v1," alone', withHeaders({ 'webhook-signature': 'v1,' }), 'No signature'],
    [
      'another version',
      withHeaders({ 'webhook-signature': signature.replace('v1', 'v2') }),
      'No signature',
    ],
    ['"old timestamp"', at(301), '300 seconds'],
    ['"new timestamp"', at(-301), '300 seconds'],
    ['a tolerance that is no number', { toleranceSeconds: Number.NaN }, 'NaN seconds'],
    ['a changed body', { body: '{"test": 2432232315}' }, 'No signature'],
    ['another id', withHeaders({ 'webhook-id': 'msg_other' }), 'No signature'],
    ['another secret', { secrets: 'whsec_b3RoZXI=' }, 'No signature'],
    ['"empty key"', { secrets: '' }, 'A secret is not'],
    ['a secret that is not base64', { secrets: 'whsec_%%' }, 'A secret is not'],
    ['no secrets', { secrets: [] }, 'There is no secret'],
    [
      'a header that is sent twice',
      { headers: { ...headers, 'webhook-id': [id, id] } },
      'webhook-id is missing or sent twice',
    ],
    [
      'a signature behind too many others',
      withHeaders({ 'webhook-signature': `${`${ofAnother} `.repeat(16)}${signature}` }),
      'No signature',
    ],
  ])('refuses %s', async (_, changes, message) => {
    const refused = verifySignature({ ...signed, ...changes });

    await expect(refused).rejects.toThrow(WebhookVerificationError);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow(secret);
  });

  test('agrees with the library of Standard Webhooks', async () => {
    for (const text of ['', 'ü€😀', 'x'.repeat(100_000)]) {
      const now = new Date();
      const request: SignedRequest = {
        body: text,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(id, now, text),
        },
        secrets: secret,
      };

      expect(await verifySignature(request)).toBe(text);
    }
  });
});
