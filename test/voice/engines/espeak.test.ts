import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createEspeak } from '../../../src/voice/engines/espeak.ts';
import type { SpeechRequest } from '../../../src/voice/engines/engine.ts';
import { readWav } from '../../../src/voice/generations/wav-rules.ts';

/** A program in place of espeak-ng, until the test ends. */
function program(script: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'espeak-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'espeak-ng');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const request: SpeechRequest = {
  text: 'Good morning; $(touch x) `touch y`',
  language: 'en',
  voice: null,
  model: null,
  seed: null,
  instruct: null,
};
const env = readConfig({ PATH: process.env['PATH'] }).espeak.env;
const never = () => new AbortController().signal;

describe('The program espeak-ng', () => {
  test('cannot be used where it is missing', async () => {
    const engine = createEspeak({ path: '/nowhere/espeak-ng', env });

    expect(await engine.unavailable()).toBe(
      'The program espeak-ng is not installed on the server.',
    );
    await expect(engine.speak(request, never())).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
  });

  test('sees nothing of the environment but where programs and its voices are', async () => {
    const secret = { PATH: process.env['PATH'], SECRET_KEYS: Buffer.alloc(32).toString('base64') };
    const path = program('env');
    const engine = createEspeak({ ...readConfig(secret).espeak, path });

    const seen = (await engine.speak(request, never())).toString();

    const names = seen.split('\n').map((line) => line.split('=')[0]);
    // The shell of this program adds the last three.
    for (const name of names) expect(['', 'PATH', 'PWD', 'SHLVL', '_']).toContain(name);
    expect(names).toContain('PATH');
  });

  test('reads the text from its input and gets the voice as an argument', async () => {
    const engine = createEspeak({ path: program('echo "$@"; cat'), env });

    const output = (await engine.speak(request, never())).toString();

    expect(await engine.unavailable()).toBeUndefined();
    expect(output).toBe(`--stdin --stdout -b 1 -v en\n${request.text}`);
  });

  test.each(['../../etc/passwd', '-w', 'en/x', ''])('never gets the voice %j', async (voice) => {
    const engine = createEspeak({ path: program('echo called'), env });

    await expect(engine.speak({ ...request, voice }, never())).rejects.toMatchObject({
      code: 'engine_failed',
    });
  });

  test('is killed when it takes too long', async () => {
    const engine = createEspeak({ path: program('exec sleep 60'), env, timeoutMs: 100 });

    await expect(engine.speak(request, never())).rejects.toMatchObject({ code: 'engine_timeout' });
  });

  test('is killed when the generation is canceled', async () => {
    const engine = createEspeak({ path: program('exec sleep 60'), env });
    const canceled = new AbortController();

    const speaking = engine.speak(request, canceled.signal);
    canceled.abort(new Error('canceled'));

    await expect(speaking).rejects.toThrow('canceled');
  });

  test('that fails without reading the text is reported as failed', async () => {
    const engine = createEspeak({ path: program('exit 3'), env });

    await expect(
      engine.speak({ ...request, text: 'x'.repeat(1_000_000) }, never()),
    ).rejects.toMatchObject({ code: 'engine_failed', message: 'eSpeak NG reported an error.' });
  });
});

const installed = (() => {
  try {
    execFileSync('espeak-ng', ['--version']);
    return true;
  } catch {
    return false;
  }
})();
if (!installed)
  console.warn('espeak-ng is not installed, so the tests with the real program are skipped.');

describe.skipIf(!installed)(
  'The real program espeak-ng (skipped where it is not installed)',
  () => {
    const engine = createEspeak({ path: 'espeak-ng', env });

    test.each(['en', 'es', 'de'])('speaks in the language %s', async (language) => {
      const wav = readWav(await engine.speak({ ...request, language }, never()));

      expect(wav).toMatchObject({ sample_rate: 22_050, channels: 1 });
      expect(wav?.samples.length).toBeGreaterThan(20_000);
    });

    test('has no voice of an unknown language', async () => {
      await expect(engine.speak({ ...request, language: 'xx' }, never())).rejects.toMatchObject({
        code: 'engine_failed',
        message: 'eSpeak NG has no voice "xx".',
      });
    });
  },
);
