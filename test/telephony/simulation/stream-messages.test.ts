import { describe, expect, test } from 'vitest';
import { readMessage } from '../../../src/telephony/simulation/stream-messages.ts';

const payload = Buffer.alloc(160, 0x10).toString('base64');
const long = Buffer.alloc(8000, 0x10).toString('base64');
const streamSid = 'MZ18ad3ab5a668481ce02b83e7395059f0';

/** Messages as the serializers, samples and documentation of others send them. */
const others: readonly (readonly [string, object, string])[] = [
  // https://github.com/pipecat-ai/pipecat/blob/v1.14.0/src/pipecat/serializers/twilio.py
  ["pipecat's audio to Twilio", { event: 'media', streamSid, media: { payload } }, 'media'],
  ["pipecat's interruption to Twilio", { event: 'clear', streamSid }, 'clear'],
  // A message of a pipeline's own (RTVI) is sent as it is: OutputTransportMessageFrame of the same file.
  [
    "pipecat's message of a pipeline",
    { label: 'rtvi-ai', type: 'bot-ready', event: 'x' },
    'unknown',
  ],
  // https://github.com/pipecat-ai/pipecat/blob/v1.14.0/src/pipecat/serializers/telnyx.py
  ["pipecat's audio to Telnyx", { event: 'media', media: { payload } }, 'media'],
  ["pipecat's interruption to Telnyx", { event: 'clear' }, 'clear'],
  // https://github.com/twilio/media-streams/blob/master/node/connect-basic/server.js: 50 frames as one, and its mark.
  [
    "the audio of Twilio's sample",
    { event: 'media', streamSid, media: { payload: long } },
    'media',
  ],
  [
    "the mark of Twilio's sample",
    { event: 'mark', streamSid, mark: { name: 'Repeat message 0' } },
    'mark',
  ],
  // https://www.twilio.com/docs/voice/media-streams/websocket-messages
  [
    'the documented mark of Twilio',
    { event: 'mark', streamSid, mark: { name: 'my label' } },
    'mark',
  ],
  // https://developers.telnyx.com/api-reference/websockets/stream-call-media-over-websocket
  ['the documented mark of Telnyx', { event: 'mark', mark: { name: 'end_of_reply' } }, 'mark'],
  // https://github.com/openai/openai-realtime-twilio-demo: the name of a mark is the part that was played.
  [
    'the mark of a realtime speech model',
    { event: 'mark', streamSid, mark: { name: 'responsePart' } },
    'mark',
  ],
  // A mark that keeps a socket alive, every 30 s.
  ['a mark without audio', { event: 'mark', streamSid, mark: { name: 'keepalive' } }, 'mark'],
];

describe('A message of a runtime', () => {
  test.each(others)('such as %s is read: %j', (_, message, kind) => {
    expect(readMessage(JSON.stringify(message)).kind).toBe(kind);
  });

  test('has its audio, however long', () => {
    const read = readMessage(JSON.stringify({ event: 'media', media: { payload: long } }));

    expect(read).toEqual({ kind: 'media', audio: Buffer.alloc(8000, 0x10) });
  });

  test.each([
    ['is not JSON', '{"event":"media"'],
    ['is no object', '"media"'],
    ['has no event', '{}'],
    ['has an event that is no text', '{"event":1}'],
    ['has no media', '{"event":"media"}'],
    ['has audio as bytes', '{"event":"media","media":{"payload":[1,2]}}'],
    ['has the base64 of URLs', '{"event":"media","media":{"payload":"-_-_"}}'],
    [
      'has a WAV file as audio',
      `{"event":"media","media":{"payload":"${Buffer.from('RIFF\0\0\0\0WAVE').toString('base64')}"}}`,
    ],
    ['has a mark without a name', '{"event":"mark","mark":{}}'],
    ['has a long name', JSON.stringify({ event: 'mark', mark: { name: 'x'.repeat(1001) } })],
  ])('that %s is malformed', (_, text) => {
    expect(readMessage(text).kind).toBe('malformed');
  });
});
