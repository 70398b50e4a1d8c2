import { describe, expect, test } from 'vitest';
import type { SpeechRequest } from '../../../src/voice/engines/engine.ts';
import { createSpeech, type SpeechOptions } from '../../../src/voice/engines/speech.ts';
import { audio, problem, startSpeechServer } from './speech-server.ts';
import { toneWav } from './wav.ts';

const apiKey = 'sk-very-secret';

const engineAt = (url: string, options: SpeechOptions = {}) =>
  createSpeech(
    { url, apiKey, model: 'tts-1', voice: 'alloy', engine: 'openai' },
    { pausesMs: [1, 1], ...options },
  );

const request: SpeechRequest = {
  text: 'Good morning.',
  language: 'en',
  voice: null,
  model: null,
  seed: null,
  instruct: null,
};

const never = () => new AbortController().signal;

describe('A speech server', () => {
  test('gets the text with the model, the voice and the key, and its audio is returned', async () => {
    const server = await startSpeechServer();

    const spoken = await engineAt(server.url).speak(request, never());

    expect(spoken).toEqual(toneWav());
    expect(server.spoken).toEqual([
      {
        path: '/v1/audio/speech',
        authorization: `Bearer ${apiKey}`,
        body: { model: 'tts-1', input: 'Good morning.', voice: 'alloy', response_format: 'wav' },
      },
    ]);
  });

  test('gets the voice, the model and the instructions of a request instead of its own', async () => {
    const server = await startSpeechServer();
    const own = { voice: 'af_heart', model: 'kokoro', instruct: 'Cheerfully.' };

    await engineAt(`${server.url}/base/v1/`).speak({ ...request, ...own }, never());

    expect(server.spoken[0]).toMatchObject({
      path: '/base/v1/audio/speech',
      body: { voice: 'af_heart', model: 'kokoro', instructions: 'Cheerfully.' },
    });
  });

  test.each([429, 503])(
    'that answers %i is sent the text again after its Retry-After',
    async (status) => {
      const server = await startSpeechServer();
      server.answers = [problem(status, {}, { 'retry-after': '0' }), audio()];

      // The pause of ours would outlast the test.
      await engineAt(server.url, { pausesMs: [3_600_000] }).speak(request, never());

      expect(server.spoken).toHaveLength(2);
    },
  );

  const quota = { error: { message: 'Quota used up' } };
  const odd = { error: { message: `The key ${apiKey}\n is odd` } };
  const unknown = { detail: 'Unknown voice' };
  test.each([
    ['wants a long pause', 429, quota, { 'retry-after': '3600' }, 'Quota used up', 1],
    ['always answers 500', 500, odd, {}, 'The key [redacted] is odd', 3],
    ['refuses a text', 400, unknown, {}, 'Unknown voice', 1],
  ])(
    'that %s is sent the text once, or three times, and what it says is for the log, without the key',
    async (_, status, body, headers, said, times) => {
      const server = await startSpeechServer();
      server.answers = [problem(status, body, headers)];

      await expect(engineAt(server.url).speak(request, never())).rejects.toMatchObject({
        ...(status !== 400 && { code: 'engine_failed' }),
        message: `The speech server answered ${status}.`,
        said,
      });
      expect(server.spoken).toHaveLength(times);
    },
  );

  test('that breaks in the middle of its answer is sent the text again', async () => {
    const server = await startSpeechServer();
    const broken = (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('RIFF', () => response.destroy());
    };
    server.answers = [broken, audio()];

    const spoken = await engineAt(server.url).speak(request, never());

    expect(spoken).toEqual(toneWav());
    expect(server.spoken).toHaveLength(2);
  });

  test('that is too slow is given up', async () => {
    const server = await startSpeechServer();
    server.answers = [() => {}];

    await expect(
      engineAt(server.url, { timeoutMs: 50 }).speak(request, never()),
    ).rejects.toMatchObject({ code: 'engine_timeout' });
    expect(server.spoken).toHaveLength(1);
  });

  test('is left when the generation is canceled', async () => {
    const server = await startSpeechServer();
    const canceled = new AbortController();
    server.answers = [() => canceled.abort(new Error('canceled'))];

    await expect(engineAt(server.url).speak(request, canceled.signal)).rejects.toThrow('canceled');
  });

  test('that nobody runs is reported without its address and the key', async () => {
    await expect(
      engineAt('http://127.0.0.1:9', { pausesMs: [] }).speak(request, never()),
    ).rejects.toMatchObject({
      code: 'engine_failed',
      message: expect.not.stringMatching(/127|secret/),
    });
  });
});
