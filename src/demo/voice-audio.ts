import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { components } from '../../generated/api.ts';
import type { Config } from '../config.ts';
import { openStorage } from '../storage/open.ts';
import { openSpool } from '../storage/spool.ts';
import type { StoredFile } from '../voice/files/queries.ts';
import { keyOf } from '../voice/files/rules.ts';
import { wavHeader } from '../voice/generations/wav-rules.ts';

type Effect = components['schemas']['Effect'];
export type DemoFile = Omit<StoredFile, 'organization_id'>;

interface Speech {
  readonly text: string;
  readonly seconds: number;
  /** The pitch of the voice. */
  readonly hz: number;
  readonly effects: readonly Effect[];
}

export const sample_rate = 16_000;

export interface DemoBytes {
  readonly bytes: Buffer;
  readonly media_type: string;
}

/** Audio of a hum in place of a voice. */
export const speechOf = (speech: Speech): DemoBytes => ({
  bytes: render(speech),
  media_type: 'audio/wav',
});

/**
 * Stores audio and pictures of the demo, before the rows that refer to them. The same demo gives the same files under the
 * same keys, so that a start which was interrupted leaves nothing that the next one does not use.
 */
export async function storeFiles(
  config: Pick<Config, 'storage' | 'dataDir'>,
  contents: readonly DemoBytes[],
): Promise<DemoFile[]> {
  const storage = openStorage(config.storage);
  const spool = openSpool(join(config.dataDir, 'incoming'));
  try {
    return await Promise.all(
      contents.map(async ({ bytes, media_type }) => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const file = { id: uuidOf(sha256), sha256, bytes: bytes.length, media_type };
        const path = await spool.newPath();
        await writeFile(path, bytes, { mode: 0o600 });
        await storage.put(keyOf(file), { path, bytes: bytes.length, sha256 });
        return file;
      }),
    );
  } finally {
    storage.close();
  }
}

const uuidOf = (sha256: string): string =>
  sha256.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const periodLength = 2048;
/** A period of a sound like a vowel: the first harmonics with the strengths of an open mouth. */
const period = Float64Array.from({ length: periodLength }, (_, n) => {
  const strengths = [1, 0.7, 0.5, 0.55, 0.25, 0.1];
  const at = (2 * Math.PI * n) / periodLength;
  return strengths.reduce((sum, strength, k) => sum + strength * Math.sin((k + 1) * at), 0) / 3.1;
});

/** A hum in place of a voice: it rises and falls with each word of the text, and is silent between them. */
function render({ text, seconds, hz, effects }: Speech): Buffer {
  const frames = Math.round(seconds * sample_rate);
  const { gain, pitch, smoothing } = soundOf(effects);
  const words = text.split(' ');
  const letters = text.length + 1;
  const samples = Buffer.alloc(2 * frames);
  let [phase, level, frame] = [0, 0, 0];
  for (const [index, word] of words.entries()) {
    const length = Math.floor((frames * (word.length + 1)) / letters);
    const voiced = Math.floor(length * 0.85);
    const slope = 1.08 - (0.16 * index) / words.length;
    for (let n = 0; n < voiced; n += 1) {
      const shape = Math.sin((Math.PI * n) / voiced);
      phase += (hz * pitch * slope * (1 + 0.05 * shape) * periodLength) / sample_rate;
      const sound = (period[Math.floor(phase) % periodLength] ?? 0) * Math.sqrt(shape) * 0.35;
      level += smoothing * (sound - level);
      const value = Math.max(-1, Math.min(1, gain * level));
      samples.writeInt16LE(Math.round(32_767 * value), 2 * (frame + n));
    }
    frame += length;
  }
  return Buffer.concat([wavHeader({ sample_rate, channels: 1 }, samples.length), samples]);
}

/** What the demo's effects do to the sound; others are left out. */
function soundOf(effects: readonly Effect[]) {
  let [gain, pitch, smoothing] = [1, 1, 1];
  for (const effect of effects) {
    if (!effect.enabled) continue;
    if (effect.type === 'gain') gain *= 10 ** (effect.params.gain_db / 20);
    if (effect.type === 'pitch_shift') pitch *= 2 ** (effect.params.semitones / 12);
    if (effect.type === 'lowpass')
      smoothing = 1 - Math.exp((-2 * Math.PI * effect.params.cutoff_frequency_hz) / sample_rate);
  }
  return { gain, pitch, smoothing };
}
