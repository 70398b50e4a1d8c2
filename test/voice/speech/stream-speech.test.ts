import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Application } from '../../../src/app.ts';
import { createTurns } from '../../../src/voice/speech/speak.ts';
import { createSpeaking } from '../../../src/voice/speech/speaking.ts';
import { type Member, newOrganization } from '../../support/organizations.ts';
import { until } from '../../telephony/calls/given.ts';
import { audio, problem } from '../engines/speech-server.ts';
import { toneWav } from '../engines/wav.ts';
import { held, startStudio, type Studio } from '../generations/given.ts';
import { givenProfile } from '../given.ts';
import { engineOf } from './given-engine.ts';

const path = '/api/v1/voice/speech/stream';
const pcm = { encoding: 'pcm_s16le' };
const tone = toneWav().subarray(44);

/** The response before its body; `member.post` reads it as text. */
const open = (member: Member, body: object, signal?: AbortSignal) =>
  fetch(member.server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

const warned = ({ server }: Studio) =>
  server.logged.filter(({ msg }) => msg === 'an engine failed');

/** A program in place of espeak-ng, which leaves its process id in the file. */
function program(script: string): { readonly path: string; readonly pid: () => number } {
  const directory = mkdtempSync(join(tmpdir(), 'espeak-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'espeak-ng');
  writeFileSync(join(directory, 'tone.wav'), toneWav());
  const body = `[ "$1" = --version ] && exit\necho $$ > ${directory}/pid\ncd ${directory}\n${script}\n`;
  writeFileSync(file, `#!/bin/sh\n${body}`);
  chmodSync(file, 0o755);
  return { path: file, pid: () => Number(readFileSync(join(directory, 'pid'), 'utf8')) };
}

const hurry = (app: Application, sentenceMs: number) =>
  Object.assign(app, { speaking: createSpeaking(() => app, createTurns({ sentenceMs })) });

const streams = { perCaller: 2, perOrganization: 3, credentialEveryMs: 50 };

const env = { PATH: process.env['PATH'] ?? '' };

describe('streamSpeech', () => {
  test('sends each sentence once it is spoken, and stores nothing', async () => {
    const { member, speech, profile_id } = await startStudio();
    const { answer, release, reached } = held();
    speech.answers = [audio(), answer];

    const response = await open(member, { ...pcm, profile_id, text: 'Good morning. How are you?' });
    const reader = response.body!.getReader();
    const first = await reader.read();
    await reached;
    release();
    const rest = Buffer.concat(
      await Array.fromAsync({ [Symbol.asyncIterator]: () => chunks(reader) }),
    );

    expect(response.headers.get('content-type')).toBe('audio/pcm');
    expect(response.headers.get('content-length')).toBeNull();
    expect(tone.equals(first.value)).toBe(true);
    expect(tone.equals(rest)).toBe(true);
    expect(speech.spoken.map(({ body: { input } }) => input)).toEqual([
      'Good morning.',
      'How are you?',
    ]);
    expect((await member.get('/api/v1/voice/generations')).body.items).toEqual([]);
  });

  test('speaks with the named voice, model and engine, and else with those of the profile', async () => {
    const { member, speech } = await startStudio();
    const design = { design_prompt: 'Warm.', voice_type: 'designed' } as const;
    const preset = { preset_engine: 'qwen', preset_voice_id: 'nova', ...design };
    const profile_id = await givenProfile(member, preset);

    await member.post(path, { ...pcm, profile_id, text: 'One.', instruct: 'Slowly.' });
    await member.post(path, { ...pcm, profile_id, text: 'Two.', voice: 'echo', model: 'tts-2' });
    await member.post(path, { ...pcm, text: 'Three.' });

    expect(
      speech.spoken.map(({ body: { voice, model, instructions } }) => [voice, model, instructions]),
    ).toEqual([
      ['nova', 'tts-1', 'Warm.\nSlowly.'],
      ['echo', 'tts-2', 'Warm.'],
      ['alloy', 'tts-1', undefined],
    ]);
  });

  test('speaks with espeak-ng, in mu-law', async () => {
    const espeak = program('cat tone.wav');
    const { member } = await startStudio({ espeak: { path: espeak.path, env } });

    const response = await open(member, {
      engine: 'espeak',
      text: 'Hello. Bye.',
      encoding: 'mulaw',
    });

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/basic']);
    expect(await bytesOf(response)).toHaveLength(1600);
  });

  test.each([
    [{ encoding: 'mulaw', sample_rate: 16_000 }, 'sample_rate'],
    [{ ...pcm, sample_rate: 44_100 }, 'sample_rate'],
    [{ ...pcm, text: '… ?!' }, 'text'],
    [{ ...pcm, text: 'x'.repeat(5001) }, 'text'],
  ])('refuses %j', async (body, member_name) => {
    const member = await newOrganization();

    const answer = await member.post(path, { text: 'Hello.', ...body });

    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', member_name]]);
  });

  test("refuses another organization's profile, and an engine that cannot be used here", async () => {
    const [member, other] = [await newOrganization(), await newOrganization()];
    const profile_id = await givenProfile(other);

    const foreign = await member.post(path, { ...pcm, text: 'Hello.', profile_id });
    const missing = await member.post(path, { ...pcm, text: 'Hello.', engine: 'kokoro' });

    expect([foreign.status, foreign.body.param]).toEqual([404, 'profile_id']);
    expect([missing.status, missing.body.engine]).toEqual([409, 'kokoro']);
  });

  test('is 502 if the engine fails at first, which is not repeated; only the log has its words', async () => {
    const studio = await startStudio();
    studio.speech.answers = [problem(500, { error: { message: 'GPU 3 is full' } })];

    const answer = await studio.member.post(path, { ...pcm, text: 'Hello.' });
    const { code, detail, engine } = answer.body;

    expect([answer.status, code, engine, detail]).toEqual([
      502,
      'speech_failed',
      'qwen',
      'The speech server answered 500.',
    ]);
    expect(studio.speech.spoken).toHaveLength(1);
    expect(warned(studio)).toMatchObject([{ engine: 'qwen', said: 'GPU 3 is full' }]);
  });

  test('is 422 for a voice or language that espeak-ng does not have, and 502 if a profile names it', async () => {
    const said = 'Error: The specified espeak-ng voice does not exist.';
    const espeak = program(`echo '${said}' >&2; exit 1`);
    const studio = await startStudio({ espeak: { path: espeak.path, env } });
    const profile_id = await givenProfile(studio.member, {
      voice_type: 'preset',
      preset_engine: 'espeak',
      preset_voice_id: 'en-gone',
    });
    const send = (body: object) =>
      studio.member.post(path, { ...pcm, engine: 'espeak', text: 'Hello.', ...body });

    const answers = [
      await send({ voice: 'en-misspelt' }),
      await send({ voice: '../../en' }),
      await send({ language: 'xx' }),
      await send({ voice: 'en-misspelt', language: 'en' }),
    ];
    const ofProfile = await send({ profile_id });

    expect(answers.map(({ status, body }) => [status, body.detail[0].loc])).toEqual([
      [422, ['body', 'voice']],
      [422, ['body', 'voice']],
      [422, ['body', 'language']],
      [422, ['body', 'voice']],
    ]);
    expect(answers[0]!.body.detail[0]).toMatchObject({
      msg: 'eSpeak NG has no voice "en-misspelt".',
      input: 'en-misspelt',
    });
    expect([ofProfile.status, ofProfile.body.code]).toEqual([502, 'speech_failed']);
  });

  test('is 502 if the audio of the engine is none', async () => {
    const { member, speech } = await startStudio();
    speech.answers = [(response) => response.end('no audio')];

    const answer = await member.post(path, { ...pcm, text: 'Hello.' });

    expect([answer.status, answer.body.code]).toEqual([502, 'speech_failed']);
  });

  test('is 504 if the engine takes too long, and stops it', async () => {
    const espeak = program('exec sleep 60');
    const { member, server } = await startStudio({ espeak: { path: espeak.path, env } });
    hurry(server.app, 500);

    const answer = await member.post(path, { ...pcm, engine: 'espeak', text: 'Hello.' });

    expect([answer.status, answer.body.code]).toEqual([504, 'speech_timeout']);
    await until(
      async () => isRunning(espeak.pid()),
      (running) => !running,
    );
  });

  test('cuts the connection if the engine fails after the first byte', async () => {
    const studio = await startStudio();
    studio.speech.answers = [audio(), problem(400, 'no')];

    const response = await open(studio.member, { ...pcm, text: 'Hello. Bye.' });

    expect(response.status).toBe(200);
    await expect(bytesOf(response)).rejects.toThrow('terminated');
    expect(warned(studio)).toMatchObject([{ code: 'engine_failed', said: 'no' }]);
  });

  test("stops the engine's process when the client leaves, and has room for another text", async () => {
    const espeak = program('[ -e begun ] && exec sleep 60\ntouch begun\ncat tone.wav');
    const { member, server } = await startStudio({ espeak: { path: espeak.path, env } });
    const leaving = new AbortController();

    const response = await open(
      member,
      { ...pcm, engine: 'espeak', text: 'Hello. Bye.' },
      leaving.signal,
    );
    const name = `speech of organization ${member.organization_id}`;
    const first = await response.body!.getReader().read();
    const whilePid = await until(async () => espeak.pid(), isRunning);
    const taken = server.app.inProgress.taken(name);
    leaving.abort();

    expect([first.done, taken]).toEqual([false, 1]);
    await until(
      async () => isRunning(whilePid),
      (running) => !running,
    );
    await until(
      async () => server.app.inProgress.taken(name),
      (held_) => held_ === 0,
    );
  });

  test('leaves no place taken when the client leaves before the first byte', async () => {
    const { member, server } = await startStudio();
    const { app } = server;
    // It answers although nobody waits any more.
    const engine = engineOf(
      [],
      (signal) => new Promise((done) => signal.addEventListener('abort', done)),
    );
    Object.assign(app, { speaking: createSpeaking(() => ({ ...app, engines: [engine] })) });
    const name = `speech of organization ${member.organization_id}`;
    const leaving = new AbortController();

    const left = open(member, { ...pcm, text: 'Hello.' }, leaving.signal);
    await until(
      async () => app.inProgress.taken(name),
      (taken) => taken === 1,
    );
    leaving.abort();

    await expect(left).rejects.toThrow('aborted');
    await until(
      async () => app.inProgress.taken(name),
      (taken) => taken === 0,
    );
  });

  test('ends when its credential is revoked', async () => {
    const { member, server } = await startStudio({ streams });
    const { app } = server;
    const waits: AbortSignal[] = [];
    const engine = engineOf([], async (signal) => {
      waits.push(signal);
      if (waits.length > 1) await new Promise((done) => signal.addEventListener('abort', done));
    });
    Object.assign(app, { speaking: createSpeaking(() => ({ ...app, engines: [engine] })) });

    const response = await open(member, { ...pcm, text: 'Hello. Bye.' });
    await until(
      async () => waits.length,
      (count) => count === 2,
    );
    await member.post('/api/v1/auth/logout');

    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    expect(waits[1]?.aborted).toBe(true);
  });

  test('is 502 for more than a minute of audio in a sentence, and 429 for a wait of its turn', async () => {
    const { member, server } = await startStudio();
    const { app } = server;
    const long = engineOf([], undefined, toneWav({ seconds: 61 }));
    const turns = createTurns({ atOnce: 1, sentenceMs: 300 });
    Object.assign(app, { speaking: createSpeaking(() => ({ ...app, engines: [long] }), turns) });
    const tooLong = await member.post(path, { ...pcm, text: 'Hello.' });
    const slow = engineOf([], () => new Promise((done) => setTimeout(done, 200)));
    Object.assign(app, { speaking: createSpeaking(() => ({ ...app, engines: [slow] }), turns) });

    const texts = ['One.', 'Two.', 'Three.', 'Four.'];
    const answers = await Promise.all(texts.map((text) => member.post(path, { ...pcm, text })));

    expect([tooLong.status, tooLong.body.code]).toEqual([502, 'speech_failed']);
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test('is 429 for an organization that has 50 texts in progress, and for no other', async () => {
    const { member, server } = await startStudio();
    const other = await newOrganization({ server });
    const refusal = () => new Error('full');
    const release = server.app.inProgress.take(
      [50, 50].map((amount, index) => ({
        name: index === 0 ? `speech of organization ${member.organization_id}` : 'speech',
        limit: 200,
        amount,
        refusal,
      })),
    );

    const answers = [
      await member.post(path, { ...pcm, text: 'Hello.' }),
      await other.post(path, { ...pcm, text: 'Hello.' }),
    ];
    release();

    expect(answers.map(({ status }) => status)).toEqual([429, 200]);
  });
});

async function* chunks(reader: ReadableStreamDefaultReader<Uint8Array>) {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
