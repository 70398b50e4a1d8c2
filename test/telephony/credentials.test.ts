import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  maskCredentials,
  openCredentials,
  sealCredentials,
} from '../../src/telephony/credentials.ts';
import { createSecrets } from '../../src/secrets.ts';

describe('Credentials', () => {
  test.each([
    [
      { ring_ms: 50, talk_ms: 0 },
      { ring_ms: 50, talk_ms: 0 },
    ],
    [
      { account_sid: 'AC0007a1c', auth_token: 'abcd' },
      { account_sid: '*****7a1c', auth_token: '****' },
    ],
    [
      { api_key: '', region: 'eu', sandbox: true },
      { api_key: '', region: '**', sandbox: true },
    ],
    [{}, {}],
  ])('%j are shown as %j', (credentials, shown) => {
    expect(maskCredentials(credentials)).toEqual(shown);
  });

  test('open in the organization that they were sealed for and in no other', () => {
    const secrets = createSecrets([randomBytes(32)]);
    const sealed = sealCredentials(secrets, 1, { auth_token: 'secret', ring_ms: 5 });

    expect(openCredentials(secrets, 1, sealed)).toEqual({ auth_token: 'secret', ring_ms: 5 });
    expect(() => openCredentials(secrets, 2, sealed)).toThrow('altered or has another purpose');
  });
});
