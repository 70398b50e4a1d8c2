import { createLog } from '../../../src/telemetry/log.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { createConversations } from '../../../src/telephony/simulation/conversations.ts';
import { anyConnector } from '../../../src/webhooks/endpoints/targets.ts';
import { until } from '../calls/given.ts';
import { givenStreamRuntime, loud } from './given-runtime.ts';

const log = createLog('silent', { write() {} });
const target = { url: 'ws://127.0.0.1:8799', protocol: 'twilio', parameters: {} } as const;
const call = (id: number, configuration_id: number) => ({
  id: String(id),
  configuration_id,
  direction: 'outbound' as const,
  from_number: null,
  to_number: '+12025550110',
});

let stopping = new AbortController();
afterEach(() => {
  stopping.abort();
  stopping = new AbortController();
});

describe('The conversations of a process', () => {
  test('are 100 of a configuration and 200 in all, and one that ends makes room', async () => {
    // No runtime answers.
    const conversations = createConversations({ connector: () => {}, log });
    let id = 0;
    const begin = (configurationId: number, signal = stopping.signal) =>
      conversations.begin(call((id += 1), configurationId), target, signal);
    const leaving = new AbortController();
    const first = begin(1, leaving.signal);
    for (let begun = 1; begun < 100; begun += 1) void begin(1);

    const ofOne = await (await begin(1)).over;
    for (let begun = 0; begun < 100; begun += 1) void begin(2);
    const ofAll = await (await begin(3)).over;
    leaving.abort();
    await first;
    const next = begin(1);

    expect([ofOne, ofAll]).toMatchObject([
      { by: 'error', code: '31901' },
      { by: 'error', code: '31901' },
    ]);
    expect(conversations.ids()).toHaveLength(200);
    stopping.abort();
    expect((await (await next).over).by).not.toBe('person');
    expect(conversations.ids()).toEqual([]);
  });

  test('give what the person hears to who listens, frame by frame', async () => {
    const { stream_url, session } = await givenStreamRuntime();
    const heard: (readonly [string, Buffer])[] = [];
    const conversations = createConversations({
      connector: anyConnector(),
      log,
      onHeard: (id, audio) => void heard.push([id, audio]),
    });

    await conversations.begin(call(7, 1), { ...target, url: stream_url }, stopping.signal);
    const { say } = await session();
    say({ event: 'media', media: { payload: loud(2) } });
    say({ event: 'media', media: { payload: Buffer.from([1, 2, 3]).toString('base64') } });
    const isSpoken = (audio: Buffer) => audio.some((byte) => byte !== 0xff);
    await until(
      async () => heard.filter(([, audio]) => isSpoken(audio)),
      ({ length }) => length === 3,
    );

    const spoken = heard.filter(([, audio]) => isSpoken(audio)).map(([, audio]) => audio);
    const rest = Buffer.concat([Buffer.from([1, 2, 3]), Buffer.alloc(157, 0xff)]);
    expect(Buffer.concat(spoken)).toEqual(Buffer.concat([Buffer.alloc(320, 0x10), rest]));
    expect(new Set(heard.map(([id]) => id))).toEqual(new Set(['7']));
  });
});
