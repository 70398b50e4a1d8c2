import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './support/cpu.ts';
import { usually } from './support/brief.ts';
import { verdict } from './support/rounds.ts';
import { startServer } from './support/servers.ts';

// S14: the time from a request to the first byte of its audio, streamSpeech with espeak-ng, over HTTP.
// node scripts/bench/speech.ts [--texts 200] [--at-once 1]

const { values } = parseArgs({
  strict: false,
  options: {
    texts: { type: 'string', default: String(usually(200, 5)) },
    'at-once': { type: 'string', default: '1' },
  },
});
const texts = [
  'Hello, am I speaking with Ada?',
  'Your appointment is on Monday, the 15th of June, at half past ten. Does that still suit you?',
  'Thank you.',
  'I am sorry, I did not understand that; could you please say once more on which day you would like to come, and whether the morning or the afternoon suits you better?',
];
const directory = mkdtempSync(join(tmpdir(), 'bench-speech-'));
const server = await startServer({
  name: 'this API',
  file: 'src/main.ts',
  env: { DATA_DIR: directory, DEMO: '1' },
  free: true,
});

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

async function firstByteMs(authorization: string, text: string): Promise<number> {
  const began = performance.now();
  const body = { text, engine: 'espeak', encoding: 'mulaw' };
  const response = await post('/voice/speech/stream', body, { authorization });
  let first = 0;
  for await (const _ of response.body!) first ||= performance.now() - began;
  return first;
}

try {
  console.log(`${machine()}, ${values.texts} texts, ${values['at-once']} at once`);
  const user = { email: 'demo@example.com', password: 'demo-password' };
  const { access_token } = (await (await post('/auth/login', user)).json()) as Record<
    string,
    string
  >;
  const times: number[] = [];
  let next = 0;
  const speaker = async (): Promise<void> => {
    while (next < Number(values.texts))
      times.push(await firstByteMs(`Bearer ${access_token}`, texts[next++ % texts.length]!));
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, speaker));
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.ceil(times.length * part) - 1]!;
  verdict('S14 first byte of speech, p50', at(0.5), 300, { unit: 'ms' });
  verdict('S14 first byte of speech, p99', at(0.99), 300, { unit: 'ms' });
} finally {
  await server.stop();
  rmSync(directory, { recursive: true });
}
