import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { describe, expect, test } from 'vitest';
import { AudioFault } from '../../../src/voice/audio/faults.ts';
import { OutOfBits } from '../../../src/voice/audio/flac/bit-reader.ts';
import { encodeFrame, flacHeader, frameSamples } from '../../../src/voice/audio/flac/encode.ts';
import { decodeFrame } from '../../../src/voice/audio/flac/frame.ts';
import { toInt16 } from '../../../src/voice/audio/wav.ts';
import { noise, sine, type Sound, sound } from './tones.ts';

const values = (given: Sound): Int32Array[] => given.map((one) => Int32Array.from(one, toInt16));

function fileOf(channels: readonly Int32Array[], firstNumber = 0): Buffer {
  const samples = channels[0]?.length ?? 0;
  const frames = Array.from({ length: Math.ceil(samples / frameSamples) }, (_, index) =>
    encodeFrame(
      channels.map((one) => one.subarray(index * frameSamples, (index + 1) * frameSamples)),
      { number: firstNumber + index, sample_rate: 48_000 },
    ),
  );
  const shape = { sample_rate: 48_000, channels: channels.length };
  return Buffer.concat([flacHeader(shape, samples), Buffer.alloc(16), ...frames]);
}

/** What libFLAC reads. */
async function reference(file: Buffer): Promise<Int32Array[]> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  const { channelData, errors } = await decoder.decodeFile(file);
  expect(errors).toEqual([]);
  decoder.free();
  // It divides by 32,767.
  return channelData.map((one) => Int32Array.from(one, (sample) => Math.round(sample * 32_767)));
}

/** What our decoder reads of the frames after the header. */
function own(file: Buffer, channels: number): Int32Array[] {
  const parts: Float32Array[][] = [];
  for (let at = 42; at < file.length;) {
    const { block, end } = decodeFrame(file, at, { sample_rate: 48_000, channels, bits: 16 });
    parts.push(block);
    at = end;
  }
  return Array.from({ length: channels }, (_, channel) =>
    Int32Array.from(
      parts.flatMap((block) => [...(block[channel] ?? [])]),
      (sample) => sample * 32_768,
    ),
  );
}

const noisy = noise(1, 3);
const sounds: readonly [string, Sound][] = [
  ['a tone', sound(0.5, sine(440))],
  ['two tones', sound(0.5, (time, channel) => sine(440 + 100 * channel)(time), { channels: 2 })],
  ['the same on both sides', sound(0.5, sine(300), { channels: 2 })],
  [
    'opposite sides at full scale',
    sound(0.3, (time, channel) => (channel === 0 ? 1 : -1) * Math.sign(sine(50)(time)), {
      channels: 2,
    }),
  ],
  ['noise at full scale', sound(0.5, () => noisy(), { channels: 2 })],
  ['quiet noise', sound(0.5, () => noisy() / 10_000, { channels: 2 })],
  [
    'silence, then a click',
    sound(0.5, (time) => (Math.abs(time - 0.4) < 1e-5 ? 1 : 0), { channels: 2 }),
  ],
  [
    'a few samples at the end',
    sound((frameSamples * 3 + 5) / 48_000, sine(1_000), { channels: 2 }),
  ],
];

describe('FLAC', () => {
  test.each(sounds)('keeps every sample of %s, for libFLAC and for us', async (_, given) => {
    const channels = values(given);

    const file = fileOf(channels);

    expect(await reference(file)).toEqual(channels);
    expect(own(file, channels.length)).toEqual(channels);
  });

  test('is much smaller than WAV', () => {
    const channels = values(sound(1, sine(440, 0.3), { channels: 2 }));

    expect(fileOf(channels).length).toBeLessThan(48_000 * 4 * 0.5);
  });

  test.each([0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x1fffff, 0x200000, 0x3ffffff, 0x4000000])(
    'numbers frames as libFLAC does: %d',
    async (number) => {
      const channels = values(sound(0.3, sine(440)));

      expect(await reference(fileOf(channels, number))).toEqual(channels);
    },
  );

  test('finds any changed byte of a frame', () => {
    const file = fileOf(values(sound(frameSamples / 48_000, sine(440))));
    const isRead = (changed: Buffer): boolean => {
      try {
        return own(changed, 1).length > 0;
      } catch (error) {
        expect(error instanceof AudioFault || error instanceof OutOfBits).toBe(true);
        return false;
      }
    };
    expect(isRead(file)).toBe(true);

    for (let at = 42; at < file.length; at += 7) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(isRead(changed)).toBe(false);
    }
  });
});
