import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSpool } from '../../../src/storage/spool.ts';
import { createAudio } from '../../../src/voice/audio/audio.ts';
import { samplesOf } from '../../../src/voice/generations/generator.ts';
import { toneWav } from '../engines/wav.ts';

const folder = mkdtempSync(join(tmpdir(), 'parts-'));
const tools = { audio: createAudio(), spool: openSpool(folder), whose: { organization_id: 1 } };
afterAll(async () => {
  await tools.audio.end();
  rmSync(folder, { recursive: true });
});

/** A WAV file of 0.3 s at 8 kHz with another encoding, all bytes zero. */
function wavAs(format: number, bits: number): Buffer {
  const wav = Buffer.alloc(44 + 2400 * (bits / 8));
  toneWav({ seconds: 0 }).copy(wav);
  wav.writeUInt16LE(format, 20);
  wav.writeUInt16LE(bits / 8, 32);
  wav.writeUInt16LE(bits, 34);
  wav.writeUInt32LE(wav.length - 44, 40);
  return wav;
}
const fixture = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../audio/fixtures', name));

test.each([
  ['16-bit PCM', toneWav({ seconds: 0.3 })],
  ['8-bit PCM', wavAs(1, 8)],
  ['24-bit PCM', wavAs(1, 24)],
  ['32-bit PCM', wavAs(1, 32)],
  ['32-bit floating-point', wavAs(3, 32)],
  ['64-bit floating-point', wavAs(3, 64)],
  ['A-law', wavAs(6, 8)],
  ['mu-law', wavAs(7, 8)],
  ['FLAC', fixture('mono.flac')],
  ['MP3', fixture('stereo.mp3')],
  ['Vorbis', fixture('mono.ogg')],
  ['Opus', fixture('mono.opus')],
])('A part that an engine sends as %s becomes samples of 16 bits', async (_, sent) => {
  const { samples, sample_rate, channels } = await samplesOf(sent, tools);

  const seconds = samples.length / 2 / channels / sample_rate;
  expect(seconds).toBeGreaterThan(0.29);
  expect(seconds).toBeLessThan(0.4);
});

test.each([
  ['a page', Buffer.from('<html>'), 'is not a WAV'],
  ['nothing', Buffer.alloc(0), 'has no samples'],
  ['a part of a recording', fixture('mono.flac').subarray(0, 1000), 'ends early'],
  ['three channels', toneWav({ channels: 3 }), 'has 3 channels'],
])('A part that is %s is refused with what is wanted', async (_, sent, why) => {
  await expect(samplesOf(sent, tools)).rejects.toMatchObject({
    code: 'audio_invalid',
    message: expect.stringMatching(new RegExp(`${why}.* 8,000 to 192,000 samples a second`)),
  });
});
