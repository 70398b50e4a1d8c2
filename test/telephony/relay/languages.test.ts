import { describe, expect, test } from 'vitest';
import { membersOf } from '../../../src/telephony/carriers/agent.ts';
import { withRelay } from '../../../src/telephony/relay/with-relay.ts';
import { newOrganization } from '../../support/organizations.ts';
import { givenProfile } from '../../voice/given.ts';
import { givenWorkflow } from '../../workflows/given.ts';
import { call } from '../carriers/given.ts';

const stream = { stream_url: 'wss://agent.example.com/stream' };
const relay = { relay_url: 'wss://agent.example.com/relay' };
const page = { ...stream, voice_url: 'https://agent.example.com/voice' };
const english = { relay: { language: 'en-US' } };

describe('The language of a call', () => {
  const cases: readonly (readonly [
    string,
    'twilio' | 'telnyx' | 'simulated',
    object,
    { readonly hasVoice?: boolean; readonly settings?: object },
    string | undefined,
  ])[] = [
    ["is the voice's at a stream", 'twilio', stream, { hasVoice: true, settings: english }, 'de'],
    ["is the relay's without a voice", 'simulated', stream, { settings: english }, 'en-US'],
    ["is the relay's at a relay", 'twilio', relay, { hasVoice: true, settings: english }, 'en-US'],
    ["is the voice's at a relay that says none", 'twilio', relay, { hasVoice: true }, 'de'],
    [
      'is none that a carrier detects',
      'twilio',
      relay,
      { settings: { relay: { language: 'multi' } } },
      undefined,
    ],
    [
      'is none that cannot be read',
      'twilio',
      stream,
      { settings: { relay: { language: '"><x/>' } } },
      undefined,
    ],
    ['is none without settings', 'twilio', stream, {}, undefined],
    [
      'is not looked up for a page, which has no parameters',
      'twilio',
      page,
      { hasVoice: true },
      undefined,
    ],
    [
      'is not looked up for Telnyx, which has none either',
      'telnyx',
      stream,
      { hasVoice: true },
      undefined,
    ],
  ];
  test.each(cases)('%s', async (_, provider, credentials, { hasVoice, settings }, language) => {
    const member = await newOrganization();
    const { organization_id, server } = member;
    const voice_profile_id = hasVoice ? await givenProfile(member, { language: 'de' }) : undefined;
    const workflow_configurations = JSON.stringify({ ...settings, voice_profile_id });
    const { id: workflow_id } = await givenWorkflow(member, { workflow_configurations });
    const line = {
      organization_id,
      provider,
      configuration_id: 1,
      credentials: { ...credentials },
    };

    const agent = await withRelay(
      { db: server.app.db, origin: { url: 'https://api.example.com' } },
      line,
      { agent: { ...call().agent, workflow_id }, greets: true },
    );

    expect(agent.language).toBe(language);
    expect(Object.fromEntries(membersOf(agent))['language']).toBe(language);
  });
});
