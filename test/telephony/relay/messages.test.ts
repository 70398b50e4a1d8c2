import { describe, expect, test } from 'vitest';
import {
  readRelayCommand,
  readRelayEvent,
  relayLimits,
} from '../../../src/telephony/relay/messages.ts';

const documented = 'https://www.twilio.com/docs/voice/conversationrelay/websocket-messages';
// The tests of an adapter to pipecat, and what it says of the protocol.
const pipecat = 'https://github.com/mrbaboon/pipecat-conversation-relay-transport';
const numbers = { from: '+18005550100', to: '+18005550101' };

/** Messages of the carrier as its documentation, samples and the tests of others have them. */
const events: readonly (readonly [string, object, object])[] = [
  [
    documented,
    {
      type: 'setup',
      sessionId: 'VX00000000000000000000000000000000',
      accountSid: 'ACXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
      parentCallSid: '',
      callSid: 'CA00000000000000000000000000000000',
      ...numbers,
      forwardedFrom: '+18005550102',
      callType: 'PSTN',
      callerName: '',
      direction: 'inbound',
      callStatus: 'RINGING',
      customParameters: { callReference: 'bar' },
    },
    {
      type: 'setup',
      sessionId: 'VX00000000000000000000000000000000',
      callSid: 'CA00000000000000000000000000000000',
      ...numbers,
      direction: 'inbound',
      customParameters: { callReference: 'bar' },
    },
  ],
  [
    `${pipecat}/blob/main/tests/test_input_transport.py`,
    { type: 'prompt', voicePrompt: 'Hello', lang: 'en-US', last: false },
    { type: 'prompt', voicePrompt: 'Hello', lang: 'en-US', last: false },
  ],
  [
    'https://github.com/vellum-ai/vellum-assistant (relay-server.test.ts), without a language',
    { type: 'prompt', voicePrompt: 'yes', last: true },
    { type: 'prompt', voicePrompt: 'yes', lang: undefined, last: true },
  ],
  [
    `${documented}: the duration is a text`,
    {
      type: 'interrupt',
      utteranceUntilInterrupt: 'Life is a complex set of',
      durationUntilInterruptMs: '460',
    },
    {
      type: 'interrupt',
      utteranceUntilInterrupt: 'Life is a complex set of',
      durationUntilInterruptMs: 460,
    },
  ],
  [
    `${pipecat}/blob/main/tests/test_input_transport.py: the duration is a number`,
    {
      type: 'interrupt',
      utteranceUntilInterrupt: 'Life is a complex set of',
      durationUntilInterruptMs: 460,
    },
    {
      type: 'interrupt',
      utteranceUntilInterrupt: 'Life is a complex set of',
      durationUntilInterruptMs: 460,
    },
  ],
  [
    'https://github.com/vellum-ai/vellum-assistant (relay-server.test.ts), without a duration',
    { type: 'interrupt', utteranceUntilInterrupt: 'Hello, I was saying...' },
    {
      type: 'interrupt',
      utteranceUntilInterrupt: 'Hello, I was saying...',
      durationUntilInterruptMs: 0,
    },
  ],
  [documented, { type: 'dtmf', digit: '1' }, { type: 'dtmf', digit: '1' }],
  [
    documented,
    { type: 'error', description: 'Invalid message received: { "foo" : "bar" }' },
    { type: 'error', description: 'Invalid message received: { "foo" : "bar" }' },
  ],
  // What `debug="speaker-events"` adds.
  [
    'https://github.com/pBread/twilio-signal-2025-keynote-demo',
    { type: 'info', name: 'tokensPlayed', value: 'Hello' },
    { type: 'unknown' },
  ],
];

/** Messages of runtimes. */
const commands: readonly (readonly [string, object, object])[] = [
  [
    `${pipecat}/blob/main/specs/SPEC.md: a token`,
    { type: 'text', token: 'Hello world!', last: false, interruptible: true, preemptible: false },
    { type: 'text', token: 'Hello world!', last: false, interruptible: true, preemptible: false },
  ],
  [
    `${pipecat}/blob/main/specs/SPEC.md: the end of an answer`,
    { type: 'text', token: '', last: true, interruptible: false },
    { type: 'text', token: '', last: true, interruptible: false },
  ],
  [
    `${pipecat}/blob/main/specs/SPEC.md: audio`,
    {
      type: 'play',
      source: 'https://example.com/audio.mp3',
      loop: 1,
      preemptible: false,
      interruptible: true,
    },
    {
      type: 'play',
      source: 'https://example.com/audio.mp3',
      loop: 1,
      preemptible: false,
      interruptible: true,
    },
  ],
  [
    documented,
    { type: 'sendDigits', digits: '9www4085551212' },
    { type: 'sendDigits', digits: '9www4085551212' },
  ],
  [
    documented,
    { type: 'language', ttsLanguage: 'sv-SE', transcriptionLanguage: 'en-US' },
    { type: 'language', ttsLanguage: 'sv-SE', transcriptionLanguage: 'en-US' },
  ],
  [
    documented,
    {
      type: 'end',
      handoffData:
        '{"reasonCode":"live-agent-handoff", "reason": "The caller wants to talk to a real person"}',
    },
    {
      type: 'end',
      handoffData:
        '{"reasonCode":"live-agent-handoff", "reason": "The caller wants to talk to a real person"}',
    },
  ],
  ['https://developers.telnyx.com: the same protocol', { type: 'end' }, { type: 'end' }],
  // A runtime that answers an interruption with a message of its own.
  ['a type of its own', { type: 'interrupted' }, { type: 'unknown' }],
];

describe('A message of ConversationRelay', () => {
  test.each(events)('from the carrier is read: %s', (_, message, read) => {
    expect(readRelayEvent(JSON.stringify(message))).toEqual(read);
  });

  test.each(commands)('of a runtime is read: %s', (_, message, read) => {
    expect(readRelayCommand(JSON.stringify(message))).toEqual(read);
  });

  test.each([
    ['is not JSON', '{"type":"text"', 'A message is not JSON.'],
    ['is no object', '"text"', 'A message has no `type`.'],
    ['has no type', '{"foo":"bar"}', 'A message has no `type`.'],
    ['has a type that is no text', '{"type":1}', 'A message has no `type`.'],
    ['has no token', '{"type":"text","last":true}', 'A `text` message has no `token`.'],
    ['has a token that is no text', '{"type":"text","token":{}}', '`token` is no text.'],
    [
      'has a flag as a text',
      '{"type":"text","token":"a","last":"true"}',
      '`last` is neither true nor false.',
    ],
    ['plays nothing', '{"type":"play"}', 'A `play` message has no `source`.'],
    ['plays no address', '{"type":"play","source":"hold.mp3"}', '`source` is no URL.'],
    [
      'plays less than nothing',
      '{"type":"play","source":"https://example.com","loop":-1}',
      '`loop` is no integer of at least 0.',
    ],
    [
      'has other keys',
      '{"type":"sendDigits","digits":"12A"}',
      '`digits` must be 1 to 128 of 0 to 9, *, # and w, a pause.',
    ],
    ['has no language', '{"type":"language"}', 'A `language` message has no `ttsLanguage`.'],
    [
      'hands off an object',
      '{"type":"end","handoffData":{"reason":"x"}}',
      '`handoffData` is no text.',
    ],
    [
      'says too much at once',
      JSON.stringify({ type: 'text', token: 'x'.repeat(relayLimits.textLength + 1) }),
      '`token` is longer than 10000 characters.',
    ],
    [
      'is too long',
      JSON.stringify({ type: 'unknown', more: 'é'.repeat(relayLimits.messageBytes / 2) }),
      'A message is longer than 65536 bytes.',
    ],
  ])('of a runtime that %s is malformed', (_, text, detail) => {
    expect(readRelayCommand(text)).toEqual({ type: 'malformed', detail });
  });

  test.each([
    ['has no id of its call', '{"type":"setup","sessionId":"VX1"}'],
    ['has no prompt', '{"type":"prompt","voicePrompt":null,"last":true}'],
    ['has a key that is no text', '{"type":"dtmf","digit":1}'],
  ])('from the carrier that %s is malformed', (_, text) => {
    expect(readRelayEvent(text).type).toBe('malformed');
  });

  test('is stored as it can be: without NUL and unpaired surrogates', () => {
    expect(readRelayEvent('{"type":"prompt","voicePrompt":"a\\u0000\\ud800","last":true}')).toEqual(
      { type: 'prompt', voicePrompt: 'a\u{fffd}\u{fffd}', lang: undefined, last: true },
    );
  });
});
