import { describe, expect, test } from 'vitest';
import { ownServer } from '../../support/own-server.ts';
import { until } from '../calls/given.ts';
import { givenInbound, ours } from '../inbound-calls/given.ts';
import { givenStreamRuntime, loud, type Message } from './given-runtime.ts';
import { givenTalkingOn, type TalkOptions } from './given-talking.ts';

const server = ownServer({ role: 'all' });

const givenTalking = (options: TalkOptions = {}) => givenTalkingOn(server, options);

describe('A call with a media stream of Twilio', () => {
  test('is announced with its parameters, whose token reads the session', async () => {
    const { session, member, run, workflow_id, to_number } = await givenTalking();

    const { messages, hears, url, socket } = await session();
    const media = await hears('media', ({ media }) => media.chunk === '3');
    const { body } = await member.get(`/api/v1/runs/${run.id}`);
    const { streamSid } = media;

    const { run_token, ...parameters } = messages[1]!['start'].customParameters;
    expect(messages.slice(0, 2)).toEqual([
      { event: 'connected', protocol: 'Call', version: '1.0.0' },
      {
        event: 'start',
        sequenceNumber: '1',
        start: {
          accountSid: 'simulated',
          streamSid,
          callSid: body.carrier_call_id,
          tracks: ['inbound'],
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
          customParameters: expect.any(Object),
        },
        streamSid,
      },
    ]);
    expect(streamSid).toMatch(/^MZ[0-9a-f]{32}$/);
    expect(parameters).toEqual({
      run_id: String(run.id),
      workflow_id: String(workflow_id),
      workflow_version: '1',
      to_number,
    });
    expect(media).toEqual({
      event: 'media',
      sequenceNumber: '4',
      media: { track: 'inbound', chunk: '3', timestamp: '40', payload: expect.any(String) },
      streamSid,
    });
    expect(Buffer.from(media['media'].payload, 'base64')).toHaveLength(160);
    expect(url.search).toBe('');
    const read = await member.send('GET', `/api/v1/runs/${run.id}/session`, { key: run_token });
    expect([read.status, read.body.run_id]).toEqual([200, run.id]);
    expect(JSON.stringify(server.logged)).not.toContain('vap_run_');
    socket.close();
  });

  test('ends as completed when the runtime closes its socket', async () => {
    const { session, done } = await givenTalking();

    const { socket, hears } = await session();
    await hears('media');
    socket.close();

    expect(await done()).toMatchObject({ outcome: 'completed', failure: null });
  });

  test('echoes a mark once the audio before it was played, and at once after a clear', async () => {
    const { session } = await givenTalking();
    const { say, hears, messages, socket } = await session();
    const { streamSid } = await hears('start');

    say({ event: 'media', streamSid, media: { payload: loud(10) } });
    say({ event: 'mark', streamSid, mark: { name: 'played' } });
    const played = await hears('mark', ({ mark }) => mark.name === 'played');
    say({ event: 'media', streamSid, media: { payload: loud(3000) } });
    say({ event: 'mark', streamSid, mark: { name: 'dropped' } });
    say({ event: 'clear', streamSid });
    await hears('mark', ({ mark }) => mark.name === 'dropped');

    expect(played['streamSid']).toBe(streamSid);
    const framesBefore = messages.slice(0, messages.indexOf(played)).filter(isMedia).length;
    expect(framesBefore).toBeGreaterThanOrEqual(9);
    socket.close();
  });

  test('ends after talk_ms, and the runtime gets a stop', async () => {
    const { session, done } = await givenTalking({ talk_ms: 300 });

    const { hears, isClosed } = await session();
    const stop = await hears('stop');

    expect(stop['stop'].accountSid).toBe('simulated');
    expect((await done()).outcome).toBe('completed');
    await until(async () => isClosed(), Boolean);
  });

  test('ends when it is hung up, in its stream too', async () => {
    const { session, member, run, done } = await givenTalking();
    const { hears, isClosed } = await session();
    await hears('media');

    await member.post(`/api/v1/runs/${run.id}/hang-up`);

    await hears('stop');
    expect((await done()).outcome).toBe('canceled');
    await until(async () => isClosed(), Boolean);
  });

  test('ends when the person hangs up first', async () => {
    const { session, done } = await givenTalking({ ending: '25' });
    const { hears, say } = await session();
    const { streamSid } = await hears('start');

    await hears('media', speaks);
    say({ event: 'media', streamSid, media: { payload: loud(60) } });

    await hears('stop');
    expect((await done()).outcome).toBe('completed');
  });

  test('brings keys that the person presses', async () => {
    const { session } = await givenTalking({ ending: '20' });
    const { hears, say, socket } = await session();
    const { streamSid } = await hears('start');

    await hears('media', speaks);
    say({ event: 'media', streamSid, media: { payload: loud(60) } });

    expect(await hears('dtmf')).toEqual({
      sequenceNumber: expect.any(String),
      event: 'dtmf',
      streamSid,
      dtmf: { track: 'inbound_track', digit: '1' },
    });
    socket.close();
  });

  test('lets a menu hear the keys that are sent', async () => {
    const { session, member, run } = await givenTalking({ ending: '30' });
    const { hears, messages, socket } = await session();
    await hears('media', ({ media }) => media.chunk === '200');
    await until(
      async () => messages.filter(isMedia).slice(-3).some(speaks),
      (loud) => !loud,
    );
    const before = messages.length;

    const sent = await member.post(`/api/v1/runs/${run.id}/keys`, { keys: '1' });

    expect(sent.status).toBe(200);
    await until(async () => messages.slice(before).some(speaks), Boolean);
    socket.close();
  });

  const faults: readonly (readonly [string, string, object | string, number])[] = [
    ['a message that is no JSON', '31924', 'hello', 1],
    ['audio that is not base64', '31924', { event: 'media', media: { payload: '&&' } }, 1],
    [
      'two minutes of audio at once',
      '31924',
      { event: 'media', media: { payload: loud(3000) } },
      3,
    ],
    [
      'a message of more than 1 MiB',
      '31921',
      { event: 'media', media: { payload: loud(5500) } },
      1,
    ],
    ['messages without end', '31924', { event: 'custom' }, 20_000],
    [
      'unknown messages of a megabyte',
      '31924',
      { event: 'custom', text: 'x'.repeat(1_000_000) },
      20,
    ],
  ];
  test.each(faults)(
    'ends after %s, with the reason in the log',
    async (_, code, message, times) => {
      const { session, done, logged } = await givenTalking();
      const { say, hears, isClosed } = await session();
      await hears('start');

      for (let sent = 0; sent < times; sent += 1) say(message);

      expect(await done()).toMatchObject(failedWith(code));
      expect(await logged('a media stream failed')).toMatchObject({ code });
      await until(async () => isClosed(), Boolean);
    },
  );

  test('ends when its runtime is killed, and says so', async () => {
    const { session, done } = await givenTalking();
    const { hears, socket } = await session();
    await hears('media');

    socket.terminate();

    expect(await done()).toMatchObject(failedWith('31921'));
  });

  test('goes on after a message that the protocol does not know', async () => {
    const { session } = await givenTalking();
    const { say, hears, socket } = await session();
    await hears('start');

    say({ event: 'custom' });
    say({ event: 'mark', mark: { name: 'after' } });

    expect(await hears('mark')).toMatchObject({ mark: { name: 'after' } });
    socket.close();
  });

  test('ends when its runtime does not open the stream', async () => {
    const { done, logged } = await givenTalking({ accepts: false });

    expect(await done()).toMatchObject(failedWith('31920'));
    expect(await logged('a media stream failed')).toMatchObject({ code: '31920' });
  });
});

describe('A call with a media stream of Telnyx', () => {
  test('has the members of the call in the query', async () => {
    const { session, run, to_number } = await givenTalking({ stream_protocol: 'telnyx' });

    const { url, messages, hears, socket, say } = await session();
    say({ event: 'mark', mark: { name: 'Telnyx' } });
    const mark = await hears('mark');

    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      run_id: String(run.id),
      run_code: expect.any(String),
    });
    expect(url.search).not.toContain('vap_run_');
    expect(messages[0]).toEqual({ event: 'connected', version: '1.0.0' });
    expect(messages[1]).toMatchObject({
      event: 'start',
      sequence_number: '1',
      start: {
        to: to_number,
        media_format: { encoding: 'PCMU', sample_rate: 8000, channels: 1 },
      },
      stream_id: expect.any(String),
    });
    expect(mark).toMatchObject({ mark: { name: 'Telnyx' }, stream_id: messages[1]!['stream_id'] });
    socket.close();
  });
});

describe('A call that comes in on the simulated network', () => {
  test.each(['twilio', 'telnyx'])('opens the stream of %s, for its run', async (protocol) => {
    const { stream_url, session } = await givenStreamRuntime();
    const { member } = await givenInbound({
      server,
      credentials: { stream_url, stream_protocol: protocol },
    });

    const { body } = await member.post('/api/v1/simulation/inbound-call', {
      from_number: '+12025550110',
      to_number: ours,
    });
    const { hears, url, socket } = await session();
    const { start } = await hears('start');

    expect(start.customParameters?.run_id ?? url.searchParams.get('run_id')).toBe(
      String(body.run_id),
    );
    socket.close();
  });
});

/** A call whose agent failed is completed: nobody is called again because of it. */
const failedWith = (carrier_code: string) => ({
  outcome: 'completed',
  failure: { code: 'agent_failed', carrier_code },
});

const isMedia = ({ event }: Message) => event === 'media';

/** Whether the person speaks in a message. */
const speaks = ({ event, media }: Message) =>
  event === 'media' && Buffer.from(media.payload, 'base64').some((byte) => (byte & 0x7f) < 0x40);
