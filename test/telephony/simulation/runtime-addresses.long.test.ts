import { describe, expect, onTestFinished, test } from 'vitest';
import { sealCredentials } from '../../../src/telephony/credentials.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { ended, givenCallable } from '../calls/given.ts';
import { givenRuntime } from './given-pages.ts';

describe('The address of an agent runtime', () => {
  test('is refused at a private address unless private addresses are allowed', async () => {
    const strict = await startServer({ webhookAllowPrivate: false });
    onTestFinished(() => strict.close());
    const member = await newOrganization({ server: strict });
    const post = (provider: string, credentials: object) =>
      member.post('/api/v1/organizations/telephony-configs', { name: 'X', provider, credentials });

    const answers = [
      await post('simulated', { voice_url: 'https://127.0.0.1/voice' }),
      await post('simulated', { voice_url: 'http://8.8.8.8/voice' }),
      await post('telnyx', {
        api_key: 'KEY0123456789',
        connection_id: '12',
        public_key: `${'A'.repeat(43)}=`,
        stream_url: 'wss://[::1]/stream',
      }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(answers.map(({ body }) => body.detail[0].loc.at(-1))).toEqual([
      'voice_url',
      'voice_url',
      'stream_url',
    ]);
    const allowed = await post('simulated', { voice_url: 'https://8.8.8.8/voice' });
    expect(allowed.status).toBe(201);
    const changed = await member.patch(
      `/api/v1/organizations/telephony-configs/${allowed.body.id}`,
      { provider: 'simulated', credentials: { voice_url: 'https://10.0.0.1/voice' } },
    );
    expect(changed.status).toBe(422);
  });

  test('is not connected to at a private address, whatever was stored', async () => {
    const strict = await startServer({ role: 'all', webhookAllowPrivate: false });
    onTestFinished(() => strict.close());
    const { received, voice_url } = await givenRuntime();
    const member = await newOrganization({ server: strict });
    const { workflow_id, configuration_id } = await givenCallable(member);
    const { db, secrets } = strict.app;
    await db
      .updateTable('telephony_configurations')
      .set({
        credentials_encrypted: sealCredentials(secrets, member.organization_id, {
          ring_ms: 1,
          talk_ms: 1,
          voice_url,
        }),
      })
      .where('id', '=', configuration_id)
      .execute();

    const { body: run } = await member.post('/api/v1/telephony/initiate-call', {
      workflow_id,
      to_number: '+12025550100',
    });
    const done = await ended(member, run);

    expect([done.outcome, received]).toEqual(['completed', []]);
  });
});
