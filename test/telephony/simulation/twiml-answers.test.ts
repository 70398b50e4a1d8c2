import { describe, expect, test } from 'vitest';
import { verbsOf } from '../../../src/telephony/simulation/twiml-answers.ts';

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const stream = (url: string, parameters = {}, action?: object) => ({
  kind: 'stream',
  url,
  parameters,
  action,
});
const faulty = (code: string) => ({ kind: 'fault', code, detail: expect.any(String) });
const pause = (ms: number) => ({ kind: 'pause', ms });

/** Documents that others serve to their carriers. */
const others: readonly (readonly [string, string, readonly object[]])[] = [
  // https://github.com/TwilioDevEd/api-snippets/blob/master/twiml/voice/connect/stream/output/connect_stream.twiml
  [
    "Twilio's snippet of a stream",
    `${xml}<Response>\n   <Connect>\n       <Stream url="wss://mystream.ngrok.io/audiostream" />\n   </Connect>\n</Response>`,
    [stream('wss://mystream.ngrok.io/audiostream')],
  ],
  // https://github.com/twilio-samples/speech-assistant-openai-realtime-api-node/blob/main/index.js
  [
    "Twilio's speech assistant",
    `${xml}
                          <Response>
                              <Say>Please wait while we connect your call to the A. I. voice assistant, powered by Twilio and the Open-A.I. Realtime API</Say>
                              <Pause length="1"/>
                              <Say>O.K. you can start talking!</Say>
                              <Connect>
                                  <Stream url="wss://agent.example.com/media-stream" />
                              </Connect>
                          </Response>`,
    [pause(1000), stream('wss://agent.example.com/media-stream')],
  ],
  // https://github.com/pipecat-ai/pipecat/blob/main/examples/connexity-metrics/templates/streams.xml.template, filled in
  [
    "pipecat's template",
    `${xml}<Response>\n  <Connect>\n    <Stream url="wss://bot.example.com/ws"></Stream>\n  </Connect>\n  <Pause length="40"/>\n</Response>\n`,
    [stream('wss://bot.example.com/ws'), pause(40_000)],
  ],
  // The same file as it is there: the address was never filled in.
  [
    "pipecat's template with its placeholder",
    `${xml}<Response>\n  <Connect>\n    <Stream url="wss://<your server address>/ws"></Stream>\n  </Connect>\n  <Pause length="40"/>\n</Response>\n`,
    [faulty('31923')],
  ],
  // https://github.com/deepgram/deepgram-twilio-streaming-voice-agent/blob/main/templates/streams.xml, filled in
  [
    "Deepgram's voice agent",
    `<?xml version="1.0" encoding="UTF-8" ?>\n<Response>\n  <Say>Speak now.</Say>\n  <Connect>\n    <Stream url="wss://a.ngrok.io/streams">\n      <Parameter name="aCutomParameter" value="aCustomValue that was set in TwiML" />\n    </Stream>\n  </Connect>\n  <Say>Goodbye.</Say>\n</Response>\n`,
    [stream('wss://a.ngrok.io/streams', { aCutomParameter: 'aCustomValue that was set in TwiML' })],
  ],
  // https://github.com/twilio/media-streams/blob/master/python/basic/templates/streams.xml: one way, beside the call.
  [
    "a stream of Twilio's samples that only listens",
    `${xml}<Response>\n  <Start>\n    <Stream url="http://f36369c1.ngrok.io/"></Stream>\n  </Start>\n  <Pause length="40"/>\n</Response>\n`,
    [pause(40_000)],
  ],
  // https://github.com/Ayushaibydna/Telnyx-VoiceBot/blob/main/templates/streams.xml
  [
    'TeXML for Telnyx',
    `${xml}<Response>\n  <Connect>\n    <Stream url="wss://davilas-test-production.up.railway.app/ws" bidirectionalMode="rtp"></Stream>\n  </Connect>\n  <Pause length="40"/>\n</Response>\n`,
    [stream('wss://davilas-test-production.up.railway.app/ws'), pause(40_000)],
  ],
  // https://github.com/TwilioDevEd/api-snippets/blob/master/twiml/voice/gather/gather-3/output/gather-3.twiml
  [
    'a menu that nobody answers',
    `${xml}<!-- page located at http://example.com/complex_gather.xml -->\n<Response>\n    <Gather action="/process_gather.php" method="GET">\n        <Say>\n            Please enter your account number,\n            followed by the pound sign\n        </Say>\n    </Gather>\n    <Say>We didn't receive any input. Goodbye!</Say>\n</Response>\n`,
    [pause(5000)],
  ],
  // https://github.com/TwilioDevEd/api-snippets/blob/master/twiml/voice/redirect/redirect-3/output/redirect-3.twiml
  [
    'a relative redirect',
    `${xml}<Response>\n    <Redirect>../nextInstructions</Redirect>\n</Response>\n`,
    [{ kind: 'redirect', page: { url: '../nextInstructions', method: 'POST' } }],
  ],
  // https://github.com/TwilioDevEd/api-snippets/blob/master/twiml/voice/reject/reject-2/output/reject-2.twiml
  [
    'a rejection',
    `${xml}<Response>\n    <Reject reason="busy" />\n</Response>\n`,
    [{ kind: 'hang_up' }],
  ],
  // https://github.com/TwilioDevEd/api-snippets/blob/master/twiml/voice/say/ssml/output/ssml.twiml
  [
    'speech with SSML',
    '<Response>\n  <Say voice="Polly.Joanna">Hi<break strength="x-weak" time="100ms"/><phoneme alphabet="x-sampa" ph="pɪˈkɑːn">Words to speak</phoneme><prosody pitch="-10%" rate="85%" volume="-6dB">Words to speak</prosody><w>Words to speak</w></Say>\n</Response>\n',
    [],
  ],
  // https://github.com/TwilioDevEd/api-snippets/blob/master/twiml/voice/connect/conversation/conversation-action-method/output/conversation-action-method.twiml
  [
    'a conversation of another product',
    '<Response>\n    <Connect action="https://your-action-url.com/" method="GET">\n        <Conversation serviceInstanceSid="ISxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" />\n    </Connect>\n</Response>',
    [faulty('not_simulated')],
  ],
  // https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#generating-twiml-for-conversationrelay
  [
    'ConversationRelay as it is documented',
    `${xml}<Response>\n  <Connect action="https://myhttpserver.com/connect_action">\n    <ConversationRelay url="wss://mywebsocketserver.com/websocket" welcomeGreeting="Hi! Ask me anything!" />\n  </Connect>\n</Response>`,
    [
      {
        ...stream(
          'wss://mywebsocketserver.com/websocket',
          {},
          {
            url: 'https://myhttpserver.com/connect_action',
            method: 'POST',
          },
        ),
        protocol: 'relay',
        attributes: { welcomeGreeting: 'Hi! Ask me anything!' },
      },
    ],
  ],
  // https://www.twilio.com/docs/voice/twiml/connect/conversationrelay#parameter-element, and #language-element
  [
    'ConversationRelay with languages and parameters',
    `${xml}<Response>\n  <Connect>\n    <ConversationRelay url="wss://mywebsocketserver.com/websocket">\n      <Language code="sv-SE" ttsProvider="amazon" voice="Elin-Neural" transcriptionProvider="google" speechModel="long"/>\n      <Parameter name="foo" value="bar"/>\n      <Parameter name="hint" value="Annoyed customer"/>\n    </ConversationRelay>\n  </Connect>\n</Response>`,
    [
      {
        ...stream('wss://mywebsocketserver.com/websocket', {
          foo: 'bar',
          hint: 'Annoyed customer',
        }),
        protocol: 'relay',
        attributes: {},
      },
    ],
  ],
  // https://github.com/petetalksweb/Doorman/blob/master/twiml.xml
  [
    'keys and messages',
    `${xml}<Response>\n\t<Sms to="MY_PHONE_NUMBER" from="MY_TWILIO_NUMBER">Someone is buzzing in.</Sms>\n\t<Pause length="1"/>\n\t<Play digits="9"/>\n</Response>\n`,
    [pause(1000)],
  ],
];

describe('The answer of a voice_url', () => {
  test.each(others)('such as %s is read', async (_, document, verbs) => {
    expect(await verbsOf('text/xml', document)).toEqual(verbs);
  });

  const faults: readonly (readonly [string, string])[] = [
    ['<Response>', '12100'],
    ['Hello', '12100'],
    ['<response/>', '12100'],
    ['<Response/><Response/>', '12100'],
    ['<Response/>.', '12100'],
    [`\n${xml}<Response/>`, '12100'],
    ['<Response><Say>a & b</Say></Response>', '12100'],
    ['<Response><Connect><Stream url="wss://a/?b=1&c=2"/></Connect></Response>', '12100'],
    ['<!DOCTYPE x [<!ENTITY y "z">]><Response><Say>&y;</Say></Response>', '12100'],
    [`<Response>${'<Gather>'.repeat(50)}${'</Gather>'.repeat(50)}</Response>`, '12100'],
    // What looks like a comment is the value of an attribute.
    [
      '<Response a="<!--"><!DOCTYPE r [<!ENTITY x "y">]><Redirect>&x;</Redirect><a b="-->"/></Response>',
      '12100',
    ],
    [`<Response>${'<Say/>'.repeat(2000)}</Response>`, '12100'],
    [`<Response ${Array.from({ length: 1001 }, (_, at) => `a${at}=""`).join(' ')}/>`, '12100'],
    ['<Response><Play><__proto__/></Play></Response>', '12100'],
    ['<Response><!-- never ends</Response>', '12100'],
    ['<Response><hangup/></Response>', '12200'],
    ['<Response><Connect/></Response>', '12200'],
    ['<Response><Connect><Stream/></Connect></Response>', '31923'],
    ['<Response><Connect><Stream url="https://a.example.com"/></Connect></Response>', '31922'],
    [
      '<Response><Connect><ConversationRelay url="https://a.example.com"/></Connect></Response>',
      '64102',
    ],
    ['<Response><Connect><Room>R</Room></Connect></Response>', 'not_simulated'],
    ['<Response><Record/></Response>', 'not_simulated'],
  ];
  test.each(faults)('%s cannot be carried out: %s', async (document, code) => {
    expect(await verbsOf('application/xml', document)).toEqual([faulty(code)]);
  });

  test('is read by its media type', async () => {
    const read = (type: string) => verbsOf(type, '<Response><Pause/></Response>');

    expect(await read('text/html')).toEqual([pause(1000)]);
    expect(await read('text/plain')).toEqual([]);
    expect(await read('audio/mpeg')).toEqual([]);
    expect(await read('image/png')).toEqual([faulty('12300')]);
    expect(await read('')).toEqual([faulty('12300')]);
  });

  test('has its values unescaped, and nothing after what ends it', async () => {
    const document =
      '<Response><Pause length="-1"/><Connect action="/next?a=1&amp;b=2" method="GET">' +
      '<Stream url="wss://a.example.com/?a=1&amp;b=2"><Parameter name="n" value="1 &lt; 2 &#65;"/></Stream>' +
      '</Connect><Redirect><![CDATA[/a?b&c]]></Redirect><Hangup/></Response>';

    expect(await verbsOf('text/xml', document)).toEqual([
      pause(1000),
      stream(
        'wss://a.example.com/?a=1&b=2',
        { n: '1 < 2 A' },
        { url: '/next?a=1&b=2', method: 'GET' },
      ),
      { kind: 'redirect', page: { url: '/a?b&c', method: 'POST' } },
    ]);
  });
});
