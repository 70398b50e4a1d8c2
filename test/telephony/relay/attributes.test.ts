import { describe, expect, test } from 'vitest';
import { relayAttributes, relayUrlIn } from '../../../src/telephony/relay/attributes.ts';

const greets = { greets: true };

describe('What a document says of ConversationRelay', () => {
  test.each([
    [null, { dtmfDetection: 'true' }],
    [{}, { dtmfDetection: 'true' }],
    [{ has_key_detection: false }, { dtmfDetection: 'false' }],
    [{ has_partial_prompts: true }, { dtmfDetection: 'true', partialPrompts: 'true' }],
    [
      {
        greeting: 'Hello, this is Harbor Dental.',
        language: 'en-US',
        voice: 'en-US-Journey-O',
        voice_provider: 'Google',
        interruptible: 'speech',
      },
      {
        welcomeGreeting: 'Hello, this is Harbor Dental.',
        language: 'en-US',
        voice: 'en-US-Journey-O',
        ttsProvider: 'Google',
        interruptible: 'speech',
        welcomeGreetingInterruptible: 'speech',
        dtmfDetection: 'true',
      },
    ],
    [{ greeting: '😀'.repeat(400) }, { welcomeGreeting: '😀'.repeat(400), dtmfDetection: 'true' }],
    // Stored before the settings were described.
    [
      { greeting: 5, language: 'en US', voice: 'a"b', voice_provider: 'Acme', interruptible: true },
      { dtmfDetection: 'true' },
    ],
    [{ greeting: 'x'.repeat(401), has_key_detection: 'no' }, { dtmfDetection: 'true' }],
    ['relay', { dtmfDetection: 'true' }],
  ])('of the settings %j is %j', (settings, attributes) => {
    expect(relayAttributes(settings, greets)).toEqual(attributes);
  });

  test('has no greeting for who has heard it', () => {
    expect(relayAttributes({ greeting: 'Hello', language: 'de-DE' }, { greets: false })).toEqual({
      language: 'de-DE',
      dtmfDetection: 'true',
    });
  });
});

describe('A configuration', () => {
  const relay_url = 'wss://agent.example.com/relay';

  test.each([
    [{}, undefined],
    [{ relay_url }, relay_url],
    [{ relay_url, voice_url: 'https://agent.example.com' }, undefined],
    [{ relay_url, stream_url: 'wss://agent.example.com' }, undefined],
    [{ relay_url: '' }, undefined],
  ])('with %j has its calls talk at the relay %s', (credentials, url) => {
    expect(relayUrlIn(credentials)).toBe(url);
  });

  test("has the service's own agent only if it names none", () => {
    const own = 'wss://api.example.com/agent/relay';

    expect(relayUrlIn({}, own)).toBe(own);
    expect(relayUrlIn({ relay_url }, own)).toBe(relay_url);
    expect(relayUrlIn({ voice_url: 'https://agent.example.com' }, own)).toBeUndefined();
    expect(relayUrlIn({ stream_url: 'wss://agent.example.com' }, own)).toBeUndefined();
  });
});
