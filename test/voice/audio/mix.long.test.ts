import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Audio, createAudio } from '../../../src/voice/audio/audio.ts';
import { mixSamples, placementsOf } from '../../../src/voice/audio/mixing/mix.ts';
import type { MixFormat, MixItem } from '../../../src/voice/audio/mixing/rules.ts';
import { toInt16 } from '../../../src/voice/audio/wav.ts';
import {
  amplitudeAt,
  noise,
  peak,
  rate,
  rms,
  samplesOf,
  sine,
  type Sound,
  sound,
  writeWav,
} from './tones.ts';

let audio: Audio;
let folder: string;
let files = 0;

beforeAll(() => {
  audio = createAudio();
  folder = mkdtempSync(join(tmpdir(), 'mix-'));
});
afterAll(async () => {
  await audio.end();
  rmSync(folder, { recursive: true });
});

const item = (given: Sound, changes: Partial<MixItem> = {}, sampleRate = rate): MixItem => ({
  path: writeWav(join(folder, `${(files += 1)}.wav`), given, sampleRate),
  start_time_ms: 0,
  trim_start_ms: 0,
  trim_end_ms: 0,
  duration: (given[0]?.length ?? 0) / sampleRate,
  volume: 1,
  ...changes,
});

async function fileOf(items: readonly MixItem[], format: MixFormat = 'wav'): Promise<Buffer> {
  const mix = await audio.mix({ organization_id: 1 }, items, format);
  const parts: Buffer[] = [];
  for await (const part of mix.read()) parts.push(part);
  const file = Buffer.concat(parts);
  expect(mix.bytes).toBe(format === 'wav' ? file.length : null);
  expect(mix.duration_seconds).toBe(mix.frames / rate);
  return file;
}

const mixed = async (items: readonly MixItem[]): Promise<Sound> => samplesOf(await fileOf(items));

/** The samples as 16-bit values. */
const values = (samples: Float32Array | undefined): number[] =>
  [...(samples ?? [])].map((sample) => toInt16(sample));

describe('mix', () => {
  test('gives both sides the one channel of a mono recording, from its start time on', async () => {
    const given = sound(0.5, noise(0.5));

    const [left, right] = await mixed([item(given, { start_time_ms: 250 })]);

    expect(left?.length).toBe(0.75 * rate);
    expect(peak(left?.subarray(0, 0.25 * rate) ?? new Float32Array(1).fill(1))).toBe(0);
    expect(values(left?.subarray(0.25 * rate))).toEqual(values(given[0]));
    expect(right).toEqual(left);
  });

  test('keeps the two sides of a stereo recording', async () => {
    const given = [...sound(0.2, noise(0.5, 2)), ...sound(0.2, noise(0.5, 3))];

    const sides = await mixed([item(given)]);

    expect(sides.map(values)).toEqual(given.map(values));
  });

  test('adds what is heard at one time, each by its volume', async () => {
    const [first, second] = [sound(0.4, noise(0.3, 4)), sound(0.4, noise(0.3, 5))];

    const [left] = await mixed([
      item(first, { volume: 0.5 }),
      item(second, { start_time_ms: 100, volume: 2 }),
    ]);

    const stored = [first, second].map((one) => values(one[0]).map((value) => value / 32_768));
    const expected = Array.from({ length: 0.5 * rate }, (_, frame) =>
      toInt16((stored[0]?.[frame] ?? 0) * 0.5 + (stored[1]?.[frame - 0.1 * rate] ?? 0) * 2),
    );
    expect(Int16Array.from(values(left))).toEqual(Int16Array.from(expected));
  });

  test('is silent for a volume of 0, and as long', async () => {
    const [left] = await mixed([item(sound(0.5, noise(0.5)), { volume: 0 })]);

    expect(left?.length).toBe(0.5 * rate);
    expect(peak(left ?? new Float32Array(1).fill(1))).toBe(0);
  });

  test('trims to the sample', async () => {
    const given = sound(1, noise(0.5));

    const [left] = await mixed([item(given, { trim_start_ms: 123, trim_end_ms: 321 })]);

    expect(values(left)).toEqual(values(given[0]?.subarray(123 * 48, rate - 321 * 48)));
  });

  test('clips what exceeds full scale', async () => {
    const loud = sound(0.1, sine(440, 0.9));

    const [left] = await mixed([item(loud), item(loud)]);

    expect(Math.max(...(left ?? []))).toBe(32_767 / 32_768);
  });

  test('gives the same bytes for the same items', async () => {
    const items = [
      item(sound(5, noise(0.3, 6), { channels: 2 })),
      item(sound(3, noise(0.3, 7), { sampleRate: 44_100 }), { start_time_ms: 777 }, 44_100),
    ];

    const [first, second] = [await fileOf(items), await fileOf(items)];

    expect(first.equals(second)).toBe(true);
  });

  test.each([8_000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000, 11_127])(
    'is the same in one block as in many, with a recording of %d Hz',
    (sampleRate) => {
      const one = item(
        sound(1, noise(0.4, 8), { sampleRate }),
        { start_time_ms: 33, trim_start_ms: 51, trim_end_ms: 7, volume: 0.7 },
        sampleRate,
      );
      const items = [one, item(sound(0.4, noise(0.4, 9)), { start_time_ms: 500 })];
      const frames = Math.max(...placementsOf(items).map(({ end }) => end));
      const whole = mixSamples(items, { format: 'wav', first: 0, end: frames });

      const parts: Buffer[] = [];
      for (let first = 0, size = 1; first < frames; first += size, size = (size * 7 + 3) % 5_000)
        parts.push(
          Buffer.from(
            mixSamples(items, { format: 'wav', first, end: Math.min(frames, first + size) }),
          ),
        );

      expect(Buffer.concat(parts).equals(whole)).toBe(true);
    },
  );

  test.each([8_000, 16_000, 22_050, 44_100, 96_000, 192_000])(
    'keeps a tone of a recording of %d Hz, and adds none',
    async (sampleRate) => {
      const given = sound(0.5, sine(1_000, 0.5), { sampleRate });

      const [left = new Float32Array(0)] = await mixed([item(given, {}, sampleRate)]);

      const middle = left.subarray(0.1 * rate, 0.4 * rate);
      expect(left.length).toBe(0.5 * rate);
      expect(amplitudeAt(middle, 1_000)).toBeCloseTo(0.5, 2);
      const rest = middle.map(
        (sample, index) => sample - 0.5 * Math.sin(2 * Math.PI * 1_000 * (0.1 + index / rate)),
      );
      expect(rms(rest)).toBeLessThan(0.001);
    },
  );

  test('removes what 48 kHz cannot hold', async () => {
    const given = sound(0.5, sine(30_000, 0.5), { sampleRate: 96_000 });

    const [left = new Float32Array(1).fill(1)] = await mixed([item(given, {}, 96_000)]);

    expect(rms(left.subarray(0.1 * rate, 0.4 * rate))).toBeLessThan(0.001);
  });

  test('has the same samples as FLAC', async () => {
    const items = [
      item(sound(5, noise(0.3, 6), { channels: 2 })),
      item(sound(3, noise(0.3, 7), { sampleRate: 44_100 }), { start_time_ms: 777 }, 44_100),
    ];
    const path = join(folder, 'mix.flac');
    writeFileSync(path, await fileOf(items, 'flac'));
    const target = join(folder, 'mix.wav');

    expect(await audio.probe({ organization_id: 1 }, path)).toMatchObject({
      format: 'flac',
      sample_rate: rate,
      channels: 2,
      frames: 5 * rate,
    });
    await audio.convert({ organization_id: 1 }, { source: path, target });

    expect(readFileSync(target).equals(await fileOf(items))).toBe(true);
  });

  test.each([0, 0.01, 3])('of %d s has the MD5 of its samples as FLAC', async (seconds) => {
    const items = seconds === 0 ? [] : [item(sound(seconds, noise(0.3), { channels: 2 }))];
    const flac = await fileOf(items, 'flac');
    const decoder = new FLACDecoder();
    await decoder.ready;
    const decoded = seconds === 0 ? [] : (await decoder.decodeFile(flac)).channelData;
    decoder.free();

    const md5 = (samples: Buffer) => createHash('md5').update(samples).digest('hex');
    const stored = flac.toString('hex', 26, 42);
    expect(stored).toBe(md5((await fileOf(items)).subarray(44)));
    // libFLAC divides by 32,767.
    const values = Int16Array.from({ length: 2 * (decoded[0]?.length ?? 0) }, (_, index) =>
      Math.round((decoded[index % 2]?.[index >> 1] ?? 0) * 32_767),
    );
    expect(stored).toBe(md5(Buffer.from(values.buffer)));
  });

  test('of no items is empty', async () => {
    expect((await fileOf([])).length).toBe(44);
  });

  test('stops when its reader leaves', async () => {
    const leaving = new AbortController();
    const items = [item(sound(10, noise(0.3)))];
    const mix = await audio.mix({ organization_id: 1, signal: leaving.signal }, items);
    const reader = mix.read();
    await reader.next();
    await reader.next();

    leaving.abort(new Error('The client has left.'));

    await expect(reader.next()).rejects.toThrow('The client has left.');
  });

  test('rejects what is not a WAV file', async () => {
    const wrong = { ...item(sound(0.1, noise(0.3))), path: import.meta.filename };

    await expect(audio.mix({ organization_id: 1 }, [wrong])).rejects.toMatchObject({
      code: 'not_audio',
    });
  });
});
