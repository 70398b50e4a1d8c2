import { describe, expect, test } from 'vitest';
import { readWav } from '../../../src/voice/generations/wav-rules.ts';
import { eventsIn } from '../../support/events.ts';
import { until } from '../../telephony/calls/given.ts';
import { audio, problem } from '../engines/speech-server.ts';
import { toneWav } from '../engines/wav.ts';
import { givenProfile } from '../given.ts';
import { audioOf, givenQueued, held, startStudio, textOf } from './given.ts';

describe('A queued text', () => {
  test('is spoken part by part, and its joined audio is the original version', async () => {
    const { member, server, speech, profile_id } = await startStudio();
    speech.answers = [audio(toneWav({ seconds: 1 }))];
    const path = await givenQueued(member, { profile_id, text: textOf(3) });

    await server.app.generator.settled();

    const { body } = await member.get(path);
    expect(body).toMatchObject({ status: 'completed', progress: 100, failure: null });
    expect(body.duration_seconds).toBeCloseTo(3.6, 5);
    expect(speech.spoken.map(({ body: { input } }) => String(input).slice(0, 6))).toEqual([
      'Part 0',
      'Part 1',
      'Part 2',
    ]);
    const { body: versions } = await member.get(`${path}/versions`);
    expect(versions.items).toMatchObject([
      { id: body.default_version_id, label: 'Original', is_default: true, effects_chain: [] },
    ]);
    const wav = readWav(await audioOf(server, body.default_version_id));
    expect(wav).toMatchObject({ sample_rate: 8000, channels: 1 });
    const silence = Buffer.alloc(0.3 * 8000 * 2);
    const tone = readWav(toneWav({ seconds: 1 }))!.samples;
    expect(wav?.samples.equals(Buffer.concat([tone, silence, tone, silence, tone]))).toBe(true);
  });

  test('is reported while it is spoken, and once more when it is finished', async () => {
    const { member, server, speech, profile_id } = await startStudio();
    const { answer, release, reached } = held();
    speech.answers = [audio(), answer];
    const path = await givenQueued(member, { profile_id, text: textOf(2) });

    const streaming = member.get(`${path}/stream`);
    const generating = server.app.generator.settled();
    await reached;
    await until(
      () => member.get(path),
      ({ body }) => body.progress === 50,
    );
    await until(
      async () => server.app.polls.generations.size,
      (size) => size === 1,
    );
    const { body: running } = await member.get(path);
    release();
    await generating;
    const events = eventsIn((await streaming).text, 'GenerationStreamEvent');
    const [only, ...others] = eventsIn(
      (await member.get(`${path}/stream`)).text,
      'GenerationStreamEvent',
    );

    expect(running).toMatchObject({ status: 'running', progress: 50, audio_path: null });
    expect(events[0]).toMatchObject({ event: 'progress' });
    expect(events.at(-1)).toMatchObject({
      event: 'complete',
      data: { status: 'completed', progress: 100, parts: 2, parts_done: 2 },
    });
    expect([only?.event, others]).toEqual(['complete', []]);
  });

  test("has the preset's voice, and what is known about a designed one", async () => {
    const { member, server, speech } = await startStudio();
    const preset = { preset_engine: 'qwen', preset_voice_id: 'af_heart' };
    const profiles = [
      await givenProfile(member, { voice_type: 'preset', ...preset }),
      await givenProfile(member, { voice_type: 'designed', design_prompt: 'A sea captain.' }),
    ];
    for (const profile_id of profiles)
      await givenQueued(member, { profile_id, instruct: 'Slowly.' });

    await server.app.generator.settled();

    // Both are spoken at once.
    const spoken = speech.spoken.map(({ body }) => [body['voice'], body['instructions']]);
    expect(new Map(spoken as [unknown, unknown][])).toEqual(
      new Map([
        ['af_heart', 'Slowly.'],
        ['alloy', 'A sea captain.\nSlowly.'],
      ]),
    );
    expect(spoken).toHaveLength(2);
  });

  test.each([
    ['refuses it', [problem(400, { detail: 'Too odd' })], 'engine_failed', /answered 400\.$/],
    ['sends no audio', [audio(Buffer.from('<html>'))], 'audio_invalid', /is not a WAV.* 8,000 to/],
    ['sends an empty file', [audio(toneWav({ seconds: 0 }))], 'audio_invalid', /no samples/],
    [
      'changes its format',
      [audio(), audio(toneWav({ channels: 2 }))],
      'audio_invalid',
      /different sample rates.* the same in all parts/,
    ],
  ] as const)('fails if the engine %s', async (_, answers, error_code, message) => {
    const { member, server, speech, profile_id } = await startStudio();
    speech.answers = [...answers];
    const path = await givenQueued(member, { profile_id, text: textOf(2) });

    await server.app.generator.settled();

    const { body } = await member.get(path);
    expect(body).toMatchObject({
      status: 'failed',
      failure: { code: error_code },
      duration_seconds: null,
    });
    expect(body.failure.message).toMatch(message);
    expect((await member.get(`${path}/versions`)).body.items).toEqual([]);
    expect(
      eventsIn((await member.get(`${path}/stream`)).text, 'GenerationStreamEvent'),
    ).toMatchObject([{ event: 'error', data: { status: 'failed', code: error_code } }]);
  });

  test.each([
    [
      'its error',
      problem(400, { error: { message: 'Node gpu-7 of 10.0.0.8 for sk-very-secret' } }),
    ],
    ['a page', problem(404, 'Node gpu-7 of 10.0.0.8 for sk-very-secret')],
    ['audio', audio(Buffer.from('Node gpu-7 of 10.0.0.8'))],
  ] as const)('shows nobody what the engine said: %s', async (sent, answer) => {
    const { member, server, speech, profile_id } = await startStudio();
    speech.answers = [answer];
    const path = await givenQueued(member, { profile_id });

    await server.app.generator.settled();

    const shown = [await member.get(path), await member.get('/api/v1/voice/generations')];
    const { text } = await member.get(`${path}/stream`);
    const rows = await server.app.db.selectFrom('generations').selectAll().execute();
    expect(JSON.stringify([shown, text, rows])).not.toMatch(/gpu-7|10\.0\.0\.8/);
    const logged = server.logged.filter(({ msg }) => msg === 'an engine failed');
    expect(logged).toMatchObject([{ generation_id: path.split('/').at(-1), engine: 'qwen' }]);
    expect(JSON.stringify(logged)).not.toContain('sk-very-secret');
    if (sent !== 'audio')
      expect(logged[0]).toMatchObject({ said: expect.stringContaining('gpu-7') });
  });

  test('fails where there is no room for its audio', async () => {
    const { member, server, profile_id } = await startStudio();
    const path = await givenQueued(member, { profile_id });
    await server.app.db
      .updateTable('organizations')
      .set({ voice_bytes_limit: 0 })
      .where('id', '=', member.organization_id)
      .execute();

    await server.app.generator.settled();

    expect((await member.get(path)).body).toMatchObject({
      status: 'failed',
      failure: { code: 'limit_reached', message: expect.stringContaining('limit of 0') },
    });
  });

  test('stops when it is canceled or deleted, and leaves nothing', async () => {
    const { member, server, speech, profile_id } = await startStudio();
    const { answer, left, reached } = held();
    speech.answers = [answer];
    const path = await givenQueued(member, { profile_id });
    const streaming = member.get(`${path}/stream`);

    const generating = server.app.generator.settled();
    await reached;
    const canceled = await member.post(`${path}/cancel`);
    await left;
    await generating;

    expect(canceled.body).toMatchObject({ status: 'canceled', failure: null });
    expect((await member.get(path)).body).toEqual(canceled.body);
    expect((await member.get(`${path}/versions`)).body.items).toEqual([]);
    expect(eventsIn((await streaming).text, 'GenerationStreamEvent').at(-1)).toMatchObject({
      event: 'complete',
      data: { status: 'canceled' },
    });
    expect((await member.delete(path)).status).toBe(204);
    expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test('ends the stream of one that is deleted while it is followed', async () => {
    const { member, server, profile_id } = await startStudio();
    const path = await givenQueued(member, { profile_id });
    const streaming = member.get(`${path}/stream`);
    await until(
      async () => server.app.polls.generations.size,
      (size) => size === 1,
    );

    await member.delete(path);

    expect(eventsIn((await streaming).text, 'GenerationStreamEvent').at(-1)).toMatchObject({
      event: 'complete',
      data: { status: 'canceled' },
    });
  });

  test('is spoken by a worker that is woken, within a second', async () => {
    const { member, profile_id } = await startStudio({ role: 'all' });
    const path = await givenQueued(member, { profile_id });

    const { body } = await until(
      () => member.get(path),
      (answer) => answer.body.status === 'completed',
    );

    expect(body.progress).toBe(100);
  });
});
