import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  maskCredentials,
  openCredentials,
  sealCredentials,
} from '../../src/telephony/credentials.ts';
import { createSecrets } from '../../src/db/secrets.ts';

describe('Credentials', () => {
  test.each([
    [
      'simulated',
      { ring_ms: 50, talk_ms: 0 },
      {
        ring_ms: 50,
        talk_ms: 0,
        voice_url: null,
        stream_url: null,
        stream_protocol: null,
        relay_url: null,
      },
    ],
    [
      'twilio',
      { account_sid: 'AC0007a1c', auth_token: '12345678' },
      {
        account_sid: 'AC0007a1c',
        auth_token: '****5678',
        voice_url: null,
        stream_url: null,
        relay_url: null,
      },
    ],
    [
      'twilio',
      { account_sid: 'AC0007a1c', auth_token: 'abcd', voice_url: 'https://a.example' },
      {
        account_sid: 'AC0007a1c',
        auth_token: '****',
        voice_url: 'https://a.example',
        stream_url: null,
        relay_url: null,
      },
    ],
    [
      'telnyx',
      { api_key: 'KEY0123', connection_id: '12', public_key: 'A=' },
      { api_key: '***0123', connection_id: '12', public_key: 'A=', stream_url: null },
    ],
  ] as const)('of %s, %j, are shown as %j', (provider, credentials, shown) => {
    expect(maskCredentials(provider, credentials)).toEqual(shown);
  });

  test('decrypt only in the organization that they were encrypted for', () => {
    const secrets = createSecrets([randomBytes(32)]);
    const sealed = sealCredentials(secrets, 1, { auth_token: 'secret', ring_ms: 5 });

    expect(openCredentials(secrets, 1, sealed)).toEqual({ auth_token: 'secret', ring_ms: 5 });
    expect(() => openCredentials(secrets, 2, sealed)).toThrow('altered or has another purpose');
  });
});
