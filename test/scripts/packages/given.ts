import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { type OpenApiDocument, operationObjects } from '../../../src/http/operations.ts';
import type { StreamMessage } from '../../../scripts/packages/client/src/event-stream.ts';
import { newOrganization } from '../../support/organizations.ts';
import { startServer } from '../../support/server.ts';
import { startSpeechServer } from '../../voice/engines/speech-server.ts';
import { speechAt } from '../../voice/generations/given.ts';

const long = 'x'.repeat(2048);
const data = (...texts: string[]) =>
  texts.map((text) => ({ id: '', event: 'message', data: text }));

/**
 * Streams of the web platform tests, each with the events that its test expects:
 * github.com/web-platform-tests/wpt/tree/master/eventsource, as of github.com/nodejs/node, test/fixtures/wpt/eventsource.
 * `message.py` ends a stream with an empty line, except with `newline=none`.
 */
export const streams: readonly (readonly [string, string, readonly StreamMessage[]])[] = [
  ['format-bom.any.js', '\uFEFFdata:1\n\n\uFEFFdata:2\n\ndata:3\n\n', data('1', '3')],
  ['format-bom-2.any.js', '\uFEFF\uFEFFdata:1\n\ndata:2\n\ndata:3\n\n', data('2', '3')],
  [
    'format-comments.any.js',
    `data:1\r:\0\n:\r\ndata:2\n:${long}\rdata:3\n:data:fail\r:${long}\ndata:4\n\n`,
    data('1\n2\n3\n4'),
  ],
  [
    'format-data-before-final-empty-line.any.js',
    'retry:1000\ndata:test1\n\nid:test\ndata:test2',
    data('test1'),
  ],
  ['format-field-data.any.js', 'data:\n\ndata\ndata\n\ndata:test\n\n', data('', '\n', 'test')],
  ['format-field-event-empty.any.js', 'event: \ndata:data\n\n', data('data')],
  [
    'format-field-event.any.js',
    'event:test\ndata:x\n\ndata:x\n\n',
    [{ id: '', event: 'test', data: 'x' }, ...data('x')],
  ],
  [
    'format-field-parsing.any.js',
    'data:\0\ndata:  2\rData:1\ndata\0:2\ndata:1\r\0data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n',
    data('\0\n 2\n1\n3\n\n4'),
  ],
  ['format-field-retry-empty.any.js', 'retry\ndata:test\n\n', data('test')],
  [
    'format-field-unknown.any.js',
    'data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n',
    data('test\n\ntest'),
  ],
  ['format-leading-space.any.js', 'data:\ttest\rdata: \ndata:test\n\n', data('\ttest\n\ntest')],
  ['format-newlines.any.js', 'data:test\r\ndata\ndata:test\r\n\r', data('test\n\ntest')],
  ['format-null-character.any.js', 'data:\0\n\n', data('\0')],
  ['format-utf-8.any.js', 'data:ok…\n\n', data('ok…')],
  [
    'event-data.any.js',
    'data:msg\ndata: msg\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n',
    data('msg\nmsg', '', 'end'),
  ],
  [
    'format-field-id-3.window.js, persists (last-event-id2.py)',
    'id: 1\ndata: 1\n\ndata:2\n\n',
    [
      { id: '1', event: 'message', data: '1' },
      { id: '1', event: 'message', data: '2' },
    ],
  ],
  [
    'format-field-id-3.window.js, resets (last-event-id2.py)',
    'id: 1\ndata: 1\n\nid:\ndata:2\n\ndata:3\n\n',
    [{ id: '1', event: 'message', data: '1' }, ...data('2', '3')],
  ],
  ...['\0\0', 'x\0', '\0x', 'x\0x', ' \0'].map(
    (id) =>
      [
        `format-field-id-null.window.js, ${encodeURIComponent(id)}`,
        `id: ${id}\ndata: hello\n\n`,
        data('hello'),
      ] as const,
  ),
  // Of github.com/rexxars/eventsource-parser, test/fixtures.ts.
  [
    'getMultibyteEmptyLineFixtureStream',
    '\n\n\n\nid: 1\ndata: 我現在都看實況不玩遊戲\n\n',
    [{ id: '1', event: 'message', data: '我現在都看實況不玩遊戲' }],
  ],
  [
    'getMixedCommentsFixtureStream',
    `data:1\r\r:\0\n:\r\ndata:2\n\n:${long}\rdata:3\n\n:data:fail\r:${long}\ndata:4\n\ndata:5`,
    data('1', '2', '3', '4'),
  ],
  ['getEmptyEventsFixtureStream', 'event:\ndata: Hello 1\n\nevent:\n\n', data('Hello 1')],
];

/**
 * The values of the tests of Standard Webhooks' own libraries: github.com/standard-webhooks/standard-webhooks,
 * libraries/javascript/src/webhook.test.ts and libraries/go/webhook_test.go.
 */
export const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  body: '{"test": 2432232314}',
  seconds: 1_614_265_330,
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ofAnother: 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=',
};

/** What a user's program has to do on the server and on the mock. */
export const steps = [
  'create change list pages problem validation upload_csv upload_form',
  'download streamed_speech campaign stream report webhook',
]
  .join(' ')
  .split(' ')
  .map((name) => `ok ${name}`);

/** A server with a speech engine, and an organization's session, until the test ends. */
export async function givenServer(): Promise<Record<string, string>> {
  const speech = await startSpeechServer();
  const server = await startServer({ speech: speechAt(speech.url) });
  onTestFinished(() => server.close());
  const { token } = await newOrganization({ server });
  return { API: server.url, CREDENTIAL: token };
}

/** The mock at this address, and a request as it is sent to webhook endpoints. */
export function givenMock(url: string, document: OpenApiDocument): Record<string, string> {
  const { secret } = vector;
  const examples = document.components['examples'] as Record<string, { value: unknown }>;
  const body = JSON.stringify(examples['CallEnded']?.value);
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  const DELIVERED = JSON.stringify({ body, headers, secrets: secret });
  return { API: `${url}/api/v1`, CREDENTIAL: 'vap_any', DELIVERED };
}

/** The operations whose samples are run on the mock, one of each kind, and a part of what each prints or writes. */
export const triedSamples: Readonly<Record<string, string>> = {
  listCampaigns: 'total_rows',
  createWorkflow: 'workflow_uuid',
  streamCampaignProgress: 'progress',
  createCampaignSource: 'total_rows',
  createVoiceSample: 'duration_seconds',
  exportVoiceProfile: 'PK',
  getCampaignReport: 'phone_number',
  deleteCampaign: '',
};

/** The samples of the operations in one language, as the document for clients has them, for a server at this address. */
export function samplesFor(
  document: OpenApiDocument,
  lang: string,
  url = 'http://127.0.0.1:3000',
): ReadonlyMap<string, string> {
  const operations = operationObjects<{
    readonly operationId: string;
    readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
  }>(document).map(({ object }) => object);
  return new Map(
    operations.map(({ operationId, 'x-codeSamples': samples }) => {
      const source = samples.find((sample) => sample.lang === lang)?.source ?? '';
      return [operationId, source.replaceAll('http://127.0.0.1:3000', url)];
    }),
  );
}

/** The modules for agent runtimes in the package in Python, and what an import says without their extra. */
export const missingExtra: readonly (readonly [string, string])[] = [
  [
    'voice_agent_livekit',
    'voice_agent_livekit needs livekit-agents: pip install "voice-agent-platform[livekit]"',
  ],
  [
    'voice_agent_pipecat',
    'voice_agent_pipecat needs pipecat: pip install "voice-agent-platform[pipecat]"',
  ],
  [
    'voice_agent_run',
    'voice_agent_run needs aiohttp: pip install "voice-agent-platform[pipecat]" or "voice-agent-platform[livekit]"',
  ],
  [
    'voice_agent_speech',
    'voice_agent_speech needs pipecat: pip install "voice-agent-platform[pipecat]"',
  ],
  [
    'voice_agent_stream',
    'voice_agent_stream needs livekit-agents: pip install "voice-agent-platform[livekit]"',
  ],
];
