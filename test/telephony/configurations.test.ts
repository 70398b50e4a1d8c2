import { describe, expect, test } from 'vitest';
import { newOrganization } from '../support/organizations.ts';
import { givenConfiguration } from './given.ts';

const collection = '/api/v1/organizations/telephony-configs';

describe('getTelephonyConfiguration', () => {
  test('returns the configuration with masked secrets', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member, {
      name: 'Twilio US',
      provider: 'twilio',
      credentials: { account_sid: `AC${'0'.repeat(28)}7a1c`, auth_token: 'abc' },
      created_at: '2026-01-02T03:04:05.678Z',
      updated_at: '2026-01-03T00:00:00.000Z',
    });

    const answer = await member.get(`${collection}/${id}`);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id,
      name: 'Twilio US',
      provider: 'twilio',
      is_default_outbound: false,
      calls_per_second: null,
      calling_codes: null,
      countries: null,
      allowed_number_types: [],
      credentials: {
        account_sid: `AC${'0'.repeat(28)}7a1c`,
        auth_token: '***',
        voice_url: null,
        stream_url: null,
        relay_url: null,
      },
      created_at: '2026-01-02T03:04:05.678Z',
      updated_at: '2026-01-03T00:00:00.000Z',
    });
  });

  test('shows the pace of the simulated network', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member, { credentials: { ring_ms: 10, talk_ms: 20 } });

    expect((await member.get(`${collection}/${id}`)).body.credentials).toEqual({
      ring_ms: 10,
      talk_ms: 20,
      voice_url: null,
      stream_url: null,
      stream_protocol: null,
      relay_url: null,
    });
  });

  test.each(['0', '-1', '1.5', 'x', '9007199254740992'])('refuses the id %s', async (id) => {
    const member = await newOrganization();

    const answer = await member.get(`${collection}/${id}`);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['path', 'config_id']);
  });

  test('shows nothing of credentials that belong to another organization', async () => {
    const [owner, other] = await Promise.all([newOrganization(), newOrganization()]);
    const theirs = await givenConfiguration(owner, {
      provider: 'twilio',
      credentials: { auth_token: 'stolen-token' },
    });
    const { credentials_encrypted } = await owner.server.app.db
      .selectFrom('telephony_configurations')
      .select('credentials_encrypted')
      .where('id', '=', theirs)
      .executeTakeFirstOrThrow();
    const id = await givenConfiguration(other, { provider: 'twilio', credentials_encrypted });

    const answer = await other.get(`${collection}/${id}`);

    expect(answer.status).toBe(200);
    expect(answer.body.credentials).toMatchObject({ auth_token: null });
    expect(answer.text).not.toContain('stolen');
  });
});

describe('listTelephonyConfigurations', () => {
  test('masks the credentials of each', async () => {
    const member = await newOrganization();
    await givenConfiguration(member, {
      provider: 'telnyx',
      credentials: {
        api_key: 'KEY0123456789',
        connection_id: '1494404757140276705',
        public_key: 'e+12pO=',
      },
    });

    const { body } = await member.get(collection);

    expect(body.items[0].credentials).toEqual({
      api_key: '*********6789',
      connection_id: '1494404757140276705',
      public_key: 'e+12pO=',
      stream_url: null,
    });
  });
});
