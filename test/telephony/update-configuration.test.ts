import { describe, expect, test } from 'vitest';
import { eventsOf } from '../audit/given.ts';
import { newOrganization } from '../support/organizations.ts';
import { together } from '../support/together.ts';
import { collection, givenConfiguration, storedCredentials, telnyx, twilio } from './given.ts';

const masked = { ...twilio, auth_token: `${'*'.repeat(28)}e0b4` };
const shownTwilio = { ...masked, voice_url: null, stream_url: null, relay_url: null };
const newToken = `${'1'.repeat(28)}beef`;

describe('updateTelephonyConfiguration', () => {
  test('changes and removes calls_per_second, keeps it otherwise, and records that', async () => {
    const member = await newOrganization();
    const created = await member.post(collection, {
      name: 'A',
      provider: 'twilio',
      credentials: twilio,
    });
    const path = `${collection}/${created.body.id}`;
    const rates = [];

    for (const change of [{ calls_per_second: 0.5 }, { name: 'B' }, { calls_per_second: null }])
      rates.push((await member.patch(path, { provider: 'twilio', ...change })).body);

    expect(rates.map(({ calls_per_second }) => calls_per_second)).toEqual([0.5, 0.5, null]);
    expect(rates[0].updated_at).not.toBe(created.body.updated_at);
    const events = await eventsOf(member, {
      subject_type: 'telephony_configuration',
      subject_id: created.body.id,
    });
    const shown = events.map(({ before, after }) => [
      before?.['calls_per_second'],
      after?.['calls_per_second'],
    ]);
    expect(shown).toHaveLength(4);
    expect(shown).toEqual(
      expect.arrayContaining([
        [undefined, 1],
        [1, 0.5],
        // The audit trail keeps only members that changed.
        [undefined, undefined],
        [0.5, null],
      ]),
    );
  });

  test('changes only the name', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member, { provider: 'twilio', credentials: twilio });
    const before = (await member.get(`${collection}/${id}`)).body;

    const answer = await member.patch(`${collection}/${id}`, {
      provider: 'twilio',
      name: 'Renamed',
    });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...before,
      name: 'Renamed',
      updated_at: answer.body.updated_at,
    });
    expect(Date.parse(answer.body.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(await storedCredentials(member, id)).toEqual(twilio);
  });

  test.each([
    ['as they are shown', masked, twilio],
    ['as a new token alone', { auth_token: newToken }, { ...twilio, auth_token: newToken }],
    ['as nothing', {}, twilio],
    ['all anew', { ...twilio, auth_token: newToken }, { ...twilio, auth_token: newToken }],
    [
      'with an optional member more',
      { voice_url: 'https://a.example' },
      { ...twilio, voice_url: 'https://a.example' },
    ],
  ])(
    'keeps the credentials that are not sent, and replaces those sent %s',
    async (_, sent, stored) => {
      const member = await newOrganization();
      const id = await givenConfiguration(member, { provider: 'twilio', credentials: twilio });

      const body = { provider: 'twilio', credentials: sent };
      const answer = await member.patch(`${collection}/${id}`, body);

      expect(answer.status).toBe(200);
      expect(await storedCredentials(member, id)).toEqual(stored);
    },
  );

  test('accepts what a GET shows, for every provider', async () => {
    const member = await newOrganization();
    const all = [
      ['simulated', { ring_ms: 1, talk_ms: 2 }],
      ['twilio', { ...twilio, voice_url: 'https://agent.example.com/voice' }],
      ['simulated', { ring_ms: 1, talk_ms: 2, voice_url: 'http://localhost:8790/voice' }],
      ['telnyx', { ...telnyx, stream_url: 'wss://agent.example.com/stream?line=2' }],
      ['telnyx', telnyx],
      ['telnyx', { ...telnyx, connection_id: '123' }],
    ] as const;
    for (const [provider, credentials] of all) {
      const id = await givenConfiguration(member, { provider, credentials });
      const shown = (await member.get(`${collection}/${id}`)).body;

      const answer = await member.patch(`${collection}/${id}`, {
        name: shown.name,
        provider,
        credentials: shown.credentials,
      });

      expect(answer.body).toEqual(shown);
      expect(await storedCredentials(member, id)).toEqual(credentials);
    }
  });

  test('removes an optional member that is null, and keeps omitted ones', async () => {
    const member = await newOrganization();
    const withPage = { ...twilio, voice_url: 'https://a.example' };
    const one = await givenConfiguration(member, { provider: 'twilio', credentials: withPage });
    const other = await givenConfiguration(member, { credentials: { ring_ms: 1, talk_ms: 2 } });

    await member.patch(`${collection}/${one}`, {
      provider: 'twilio',
      credentials: { voice_url: null },
    });
    await member.patch(`${collection}/${other}`, {
      provider: 'simulated',
      credentials: { talk_ms: 9 },
    });

    expect(await storedCredentials(member, one)).toEqual(twilio);
    expect(await storedCredentials(member, other)).toEqual({ ring_ms: 1, talk_ms: 9 });
  });

  test('changes nothing, not even updated_at, if no value differs', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member, { provider: 'twilio', credentials: twilio });
    const before = (await member.get(`${collection}/${id}`)).body;

    const answers = [
      await member.patch(`${collection}/${id}`, { provider: 'twilio' }),
      await member.patch(`${collection}/${id}`, { provider: 'twilio', name: before.name }),
      await member.patch(`${collection}/${id}`, { provider: 'twilio', credentials: twilio }),
    ];

    for (const { body } of answers) expect(body).toEqual(before);
    expect(
      await eventsOf(member, { subject_type: 'telephony_configuration', subject_id: id }),
    ).toEqual([]);
  });

  test.each([
    ['another mask', { ...masked, auth_token: `${'*'.repeat(28)}e0b5` }, ['auth_token']],
    ['null for a required member', { auth_token: null }, ['auth_token']],
    ['members of another provider', { ...masked, ring_ms: 5 }, ['ring_ms']],
    ['an invalid token', { ...masked, auth_token: 'my secret token' }, ['auth_token']],
    ['half a mask', { ...masked, auth_token: `**${'0'.repeat(26)}e0b4` }, ['auth_token']],
  ])('refuses credentials with %s and changes nothing', async (_, credentials, names) => {
    const member = await newOrganization();
    const id = await givenConfiguration(member, { provider: 'twilio', credentials: twilio });
    const before = (await member.get(`${collection}/${id}`)).body;

    const answer = await member.patch(`${collection}/${id}`, {
      provider: 'twilio',
      name: 'Renamed',
      credentials,
    });

    expect(answer.status).toBe(422);
    expect(answer.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual(
      names.map((name) => ['body', 'credentials', name]),
    );
    expect(answer.text).not.toContain('my secret token');
    expect((await member.get(`${collection}/${id}`)).body).toEqual(before);
    expect(await storedCredentials(member, id)).toEqual(twilio);
  });

  test.each([
    [{}],
    [{ name: 'Renamed' }],
    [{ provider: 'telnyx' }],
    [{ provider: 'simulated', name: '' }],
    [{ provider: 'simulated', name: null }],
    [{ provider: 'simulated', is_default_outbound: true }],
  ])('refuses %j', async (body) => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);

    expect((await member.patch(`${collection}/${id}`, body)).status).toBe(422);
  });

  test('names the provider that the configuration has', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member);

    const { body } = await member.patch(`${collection}/${id}`, { provider: 'telnyx' });

    expect(body.detail).toEqual([
      expect.objectContaining({
        loc: ['body', 'provider'],
        msg: expect.stringContaining('provider is simulated'),
      }),
    ]);
  });

  test('refuses the name of another configuration', async () => {
    const member = await newOrganization();
    await givenConfiguration(member, { name: 'Taken' });
    const id = await givenConfiguration(member);

    const answer = await member.patch(`${collection}/${id}`, {
      provider: 'simulated',
      name: 'Taken',
    });

    expect([answer.status, answer.body.code]).toEqual([409, 'telephony_configuration_name_exists']);
  });

  test('succeeds once of five concurrent requests for one name', async () => {
    const member = await newOrganization();
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push(await givenConfiguration(member));

    const answers = await together(
      member.server,
      ids.map(
        (id) => () =>
          member.patch(`${collection}/${id}`, { provider: 'simulated', name: 'Wanted' }),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ]);
  });

  test('appears in the audit trail without secrets', async () => {
    const member = await newOrganization();
    const id = await givenConfiguration(member, { provider: 'twilio', credentials: twilio });

    await member.patch(`${collection}/${id}`, {
      provider: 'twilio',
      credentials: { auth_token: newToken },
    });

    const [event] = await eventsOf(member, {
      subject_type: 'telephony_configuration',
      subject_id: id,
    });
    expect(event).toMatchObject({
      action: 'telephony_configuration.updated',
      before: { credentials: shownTwilio },
      after: { credentials: { ...shownTwilio, auth_token: `${'*'.repeat(28)}beef` } },
    });
    expect(Object.keys(event?.after ?? {})).toEqual(['credentials', 'credentials_replaced']);
  });
});

describe('setDefaultOutboundTelephonyConfiguration', () => {
  test('appears in the audit trail once, with the former default', async () => {
    const member = await newOrganization();
    const before = await givenConfiguration(member, { is_default_outbound: true });
    const chosen = await givenConfiguration(member);

    await member.post(`${collection}/${chosen}/set-default-outbound`);

    const { organization_id } = member;
    expect(await eventsOf(member, { organization_id })).toEqual([
      expect.objectContaining({
        action: 'telephony_configuration.default_outbound_set',
        subject_id: String(chosen),
        before: { default_outbound_id: before },
        after: { default_outbound_id: chosen },
      }),
    ]);
  });
});
