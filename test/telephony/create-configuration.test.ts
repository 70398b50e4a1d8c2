import { describe, expect, test } from 'vitest';
import { openCredentials } from '../../src/telephony/credentials.ts';
import { eventsOf } from '../audit/given.ts';
import { type Member, newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { collection, storedCredentials, telnyx, twilio } from './given.ts';

const namesOf = async (member: Member): Promise<string[]> =>
  (await member.get(collection)).body.items.map(({ name }: { name: string }) => name);

describe('createTelephonyConfiguration', () => {
  test('stores a Twilio account and shows it masked', async () => {
    const member = await newOrganization();
    const body = { name: 'Twilio US', provider: 'twilio', credentials: twilio };

    const answer = await member.post(collection, body);

    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${collection}/${answer.body.id}`);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Twilio US',
      provider: 'twilio',
      is_default_outbound: false,
      calls_per_second: 1,
      calling_codes: null,
      countries: null,
      allowed_number_types: [],
      credentials: {
        account_sid: twilio.account_sid,
        auth_token: `${'*'.repeat(28)}e0b4`,
        voice_url: null,
        stream_url: null,
        relay_url: null,
      },
      created_at: expect.any(String),
      updated_at: answer.body.created_at,
    });
    expect((await member.get(`${collection}/${answer.body.id}`)).body).toEqual(answer.body);
    expect(await storedCredentials(member, answer.body.id)).toEqual(twilio);
  });

  test.each([
    ['twilio', twilio, undefined, 1],
    ['telnyx', telnyx, undefined, 5],
    ['simulated', {}, undefined, null],
    ['twilio', twilio, null, null],
    ['simulated', {}, 0.5, 0.5],
    ['telnyx', telnyx, 100, 100],
  ])('gives %s with %j calls_per_second %s: %s', async (provider, credentials, sent, stored) => {
    const member = await newOrganization();
    const body = { name: 'A', provider, credentials, calls_per_second: sent };

    const answer = await member.post(collection, body);

    expect([answer.status, answer.body.calls_per_second]).toEqual([201, stored]);
  });

  test.each([0, 0.009, 100.1, -1, '1'])('refuses calls_per_second %j', async (sent) => {
    const member = await newOrganization();
    const body = { name: 'A', provider: 'twilio', credentials: twilio, calls_per_second: sent };

    expect((await member.post(collection, body)).status).toBe(422);
  });

  test('stores a Telnyx account, and a Twilio account with a voice_url', async () => {
    const member = await newOrganization();
    const voice_url = 'https://agent.example.com/voice';

    const one = await member.post(collection, {
      name: 'A',
      provider: 'telnyx',
      credentials: telnyx,
    });
    const credentials = { ...twilio, voice_url };
    const other = await member.post(collection, { name: 'B', provider: 'twilio', credentials });

    expect(await storedCredentials(member, one.body.id)).toEqual(telnyx);
    expect(await storedCredentials(member, other.body.id)).toEqual(credentials);
    expect(other.body.credentials.voice_url).toBe(credentials.voice_url);
  });

  test.each(['voice_url', 'stream_url'])(
    'lets the network decide how long calls with a %s last, also if it is added later',
    async (name) => {
      const member = await newOrganization();
      const address = `${name === 'voice_url' ? 'http' : 'ws'}://127.0.0.1:8790/agent`;
      const post = (credentials: object) =>
        member.post(collection, { name: 'S', provider: 'simulated', credentials });

      const { body: one } = await post({ [name]: address });
      const { body: other } = await member.post(collection, {
        name: 'T',
        provider: 'simulated',
        credentials: {},
      });
      const { body: added } = await member.patch(`${collection}/${other.id}`, {
        provider: 'simulated',
        credentials: { [name]: address },
      });
      const { body: removed } = await member.patch(`${collection}/${other.id}`, {
        provider: 'simulated',
        credentials: { [name]: null },
      });

      expect(one.credentials).toMatchObject({ ring_ms: 50, talk_ms: null });
      expect(added.credentials).toMatchObject({ [name]: address, talk_ms: null });
      expect(removed.credentials).toMatchObject({ [name]: null, talk_ms: 200 });
    },
  );

  test.each([
    [{}, { ring_ms: 50, talk_ms: 200 }],
    [{ ring_ms: 0 }, { ring_ms: 0, talk_ms: 200 }],
    [
      { ring_ms: 60_000, talk_ms: 3_600_000 },
      { ring_ms: 60_000, talk_ms: 3_600_000 },
    ],
  ])('gives the simulated network with %j the pace %j', async (credentials, pace) => {
    const member = await newOrganization();

    const answer = await member.post(collection, { name: 'S', provider: 'simulated', credentials });

    expect(answer.body.credentials).toEqual({
      ...pace,
      voice_url: null,
      stream_url: null,
      stream_protocol: null,
      relay_url: null,
    });
    expect(await storedCredentials(member, answer.body.id)).toEqual(pace);
  });

  test.each([
    ['simulated', { ring_ms: 60_001 }, 'ring_ms'],
    ['simulated', { ring_ms: -1 }, 'ring_ms'],
    ['simulated', { ring_ms: 1.5 }, 'ring_ms'],
    ['simulated', { ring_ms: '50' }, 'ring_ms'],
    ['simulated', { talk_ms: 3_600_001 }, 'talk_ms'],
    ['simulated', { auth_token: twilio.auth_token }, 'auth_token'],
    ['twilio', { ...twilio, account_sid: twilio.account_sid.slice(1) }, 'account_sid'],
    ['twilio', { ...twilio, account_sid: `${'*'.repeat(30)}7a1c` }, 'account_sid'],
    ['twilio', { ...twilio, auth_token: 'my secret token' }, 'auth_token'],
    ['twilio', { account_sid: twilio.account_sid }, 'auth_token'],
    ['twilio', { ...twilio, ring_ms: 50 }, 'ring_ms'],
    ['twilio', { ...twilio, voice_url: 'http://agent.example.com' }, 'voice_url'],
    ['simulated', { voice_url: 'ftp://agent.example.com' }, 'voice_url'],
    ['simulated', { voice_url: 'https://me:my secret token@a.example' }, 'voice_url'],
    ['twilio', { ...twilio, stream_url: 'https://agent.example.com' }, 'stream_url'],
    ['twilio', { ...twilio, stream_url: 'wss://agent.example.com/?a=b' }, 'stream_url'],
    ['twilio', { ...twilio, stream_url: 'wss://a.example/"/><Hangup/>' }, 'stream_url'],
    ['telnyx', { ...telnyx, stream_url: 'ws://agent.example.com' }, 'stream_url'],
    ['telnyx', { ...telnyx, stream_url: 'wss://me:secret@agent.example.com' }, 'stream_url'],
    ['telnyx', { ...telnyx, api_key: 'my secret token' }, 'api_key'],
    ['telnyx', { ...telnyx, connection_id: '12a' }, 'connection_id'],
    ['telnyx', { ...telnyx, public_key: 'my secret token' }, 'public_key'],
  ])('refuses %s with %j', async (provider, credentials, member_) => {
    const member = await newOrganization();

    const answer = await member.post(collection, { name: 'X', provider, credentials });

    expect(answer.status).toBe(422);
    expect(answer.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([
      ['body', 'credentials', member_],
    ]);
    expect(answer.text).not.toContain('my secret token');
    expect(await namesOf(member)).toEqual([]);
  });

  test.each([
    [{ provider: 'simulated', credentials: {} }, 'name'],
    [{ name: '', provider: 'simulated', credentials: {} }, 'name'],
    [{ name: 'x'.repeat(101), provider: 'simulated', credentials: {} }, 'name'],
    [{ name: 'X', provider: 'carrier_pigeon', credentials: {} }, 'provider'],
    [{ name: 'X', credentials: {} }, 'provider'],
    [{ name: 'X', provider: 'simulated' }, 'credentials'],
    [
      { name: 'X', provider: 'simulated', credentials: {}, is_default_outbound: true },
      'is_default_outbound',
    ],
  ])('refuses %j for its %s', async (body, name) => {
    const member = await newOrganization();

    const answer = await member.post(collection, body);

    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc).toEqual(['body', name]);
  });

  test('refuses a name that the organization has, and accepts it in another organization', async () => {
    const [member, other] = await Promise.all([newOrganization(), newOrganization()]);
    const body = { name: 'x'.repeat(100), provider: 'simulated', credentials: {} };
    await other.post(collection, body);
    expect((await member.post(collection, body)).status).toBe(201);

    const again = await member.post(collection, {
      ...body,
      provider: 'twilio',
      credentials: twilio,
    });

    expect([again.status, again.body.code]).toEqual([409, 'telephony_configuration_name_exists']);
    expect(await namesOf(member)).toEqual([body.name]);
  });

  test('succeeds once of five concurrent requests with one name', async () => {
    const member = await newOrganization();
    const body = { name: 'One', provider: 'simulated', credentials: {} };

    const answers = await together(
      member.server,
      Array.from({ length: 5 }, () => () => member.post(collection, body)),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ]);
    expect(await namesOf(member)).toEqual(['One']);
  });

  test('appears in the audit trail without secrets', async () => {
    const member = await newOrganization();

    const { id } = (
      await member.post(collection, { name: 'T', provider: 'twilio', credentials: twilio })
    ).body;

    const [event] = await eventsOf(member, {
      subject_type: 'telephony_configuration',
      subject_id: id,
    });
    expect(event).toMatchObject({
      action: 'telephony_configuration.created',
      organization_id: member.organization_id,
      before: null,
      after: { name: 'T', credentials: { auth_token: `${'*'.repeat(28)}e0b4` } },
    });
    expect(JSON.stringify(event)).not.toContain(twilio.auth_token);
  });

  test('stores no secret in plain text', async () => {
    const member = await newOrganization();

    const { id } = (
      await member.post(collection, { name: 'T', provider: 'twilio', credentials: twilio })
    ).body;

    const row = await member.server.app.db
      .selectFrom('telephony_configurations')
      .select('credentials_encrypted')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.credentials_encrypted.toString('latin1')).not.toContain(twilio.auth_token);
    expect(() =>
      openCredentials(
        member.server.app.secrets,
        member.organization_id + 1,
        row.credentials_encrypted,
      ),
    ).toThrow('altered or has another purpose');
    expect(JSON.stringify(member.server.logged)).not.toContain(twilio.auth_token);
  });
});
