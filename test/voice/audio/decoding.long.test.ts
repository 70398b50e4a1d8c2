import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Audio, createAudio } from '../../../src/voice/audio/audio.ts';
import { encodeFrame, flacHeader, frameSamples } from '../../../src/voice/audio/flac/encode.ts';
import { aiff, aiffAs, chunk, fixture, recordings, rf64, tone, wavAs } from './recordings.ts';
import { amplitudeAt, noise, samplesOf, sine, sound, wavOf } from './tones.ts';

let audio: Audio;
let folder: string;
let files = 0;

beforeAll(() => {
  audio = createAudio();
  folder = mkdtempSync(join(tmpdir(), 'decoding-'));
});
afterAll(async () => {
  await audio.end();
  rmSync(folder, { recursive: true });
});

function file(bytes: Uint8Array): string {
  const path = join(folder, `${(files += 1)}.bin`);
  writeFileSync(path, bytes);
  return path;
}

const whose = { organization_id: 1 };
const probe = (bytes: Uint8Array, limits?: { maxSeconds: number }) =>
  audio.probe(whose, file(bytes), limits);
const outcome = (bytes: Uint8Array): Promise<string> =>
  probe(bytes).then(
    () => 'whole',
    (error: { code?: string }) => error.code ?? 'another error',
  );

describe('probe', () => {
  test.each(recordings)('finds out what a %s recording is', async (_, bytes, expected) => {
    const found = await probe(bytes());

    expect(found).toMatchObject(expected);
    expect(found.duration_seconds).toBe(found.frames / found.sample_rate);
    expect(found.duration_seconds).toBeGreaterThan(0.29);
    expect(found.duration_seconds).toBeLessThan(0.4);
  });

  test.each(recordings)('finds a %s recording that is cut off', async (name, bytes) => {
    const whole = bytes();
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((part) =>
      whole.subarray(0, Math.floor(whole.length * part)),
    );

    const outcomes = await Promise.all(parts.map(outcome));

    // MP3 does not say how long it is: what ends between two frames is whole. Nor does a browser while it records.
    const isOpen = name.includes('MP3') || name.includes('browser');
    const allowed = ['truncated', 'not_audio', ...(isOpen ? ['whole', 'damaged', 'empty'] : [])];
    for (const found of outcomes) expect(allowed).toContain(found);
    if (!name.includes('browser')) expect(outcomes.at(-1)).toBe('truncated');
  });

  test.each(recordings.filter(([name]) => !/WAV|AIFF|MP3| in /.test(name)))(
    'finds a %s recording that is damaged',
    async (_, bytes) => {
      const changed = Buffer.from(bytes());
      for (let at = 0; at < 40; at += 1) changed[Math.floor(changed.length / 2) + at] = at;

      expect(['damaged', 'truncated']).toContain(await outcome(changed));
    },
  );

  test.each([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['a WAV file without samples', wavOf([new Float32Array(0)]), 'empty'],
    ['text', Buffer.from('This is no recording, whatever its name says.'.repeat(100)), 'not_audio'],
    [
      'noise',
      Buffer.from(Uint8Array.from({ length: 50_000 }, (_, index) => (index * index * 31) % 251)),
      'not_audio',
    ],
    ['a PNG image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not_audio'],
    ['three channels', wavOf(sound(0.1, sine(440), { channels: 3 })), 'unsupported'],
    [
      '4,000 samples a second',
      wavOf(sound(0.1, sine(440), { sampleRate: 4_000 }), 4_000),
      'unsupported',
    ],
    [
      '384,000 samples a second',
      wavOf(sound(0.1, sine(440), { sampleRate: 384_000 }), 384_000),
      'unsupported',
    ],
    ['a WAV file of an unknown encoding', wavAs(2, 4, () => {}), 'not_audio'],
    ['an AIFF file without samples', aiff().subarray(0, 40), 'truncated'],
    ['an AIFF file without a description', chunk('FORM', Buffer.from('AIFF')), 'not_audio'],
    ['an RF64 file that is longer than it is', rf64(4_801), 'truncated'],
    ['a WebM file of nothing', Buffer.from('1a45dfa3', 'hex'), 'truncated'],
    ['an MP4 file of nothing', Buffer.from('00000018667479706d703432', 'hex'), 'truncated'],
    ['an MP4 file without sound', Buffer.from('0000000c667479706d703432', 'hex'), 'empty'],
  ])('rejects %s', async (_, bytes, code) => {
    await expect(probe(bytes)).rejects.toMatchObject({ name: 'Error', code });
  });

  test.each([
    ['AAC in an MP4 file (m4a)', () => fixture('aac.m4a')],
    ['Apple Lossless in an MP4 file (m4a)', () => fixture('alac.m4a')],
    ['AAC', () => Buffer.from('fff15080021ffc210049', 'hex')],
    ['AMR', () => Buffer.from('#!AMR\n')],
    ['CAF', () => Buffer.from('caff\0\x01\0\0desc')],
    ['WMA', () => Buffer.from('3026b2758e66cf11a6d9', 'hex')],
    [
      'AIFF-C with the compression "ima4"',
      () => aiffAs({ compression: 'ima4', bits: 16 }, () => {}),
    ],
  ])('names %s, and says what to do', async (name, bytes) => {
    await expect(probe(bytes())).rejects.toMatchObject({
      code: 'unsupported',
      message: `The recording is ${name}, which cannot be decoded. Convert it to WAV, FLAC, MP3 or Ogg, or record in one of them.`,
    });
  });

  test('says what is allowed instead', async () => {
    const path = file(wavOf(sound(0.1, sine(440), { channels: 3 })));

    await expect(audio.probe(whose, path)).rejects.toThrow(
      'The recording has 3 channels; it must have 1 or 2.',
    );
  });

  test('rejects a recording that is longer than allowed', async () => {
    const bytes = tone(16_000, 1);

    await expect(probe(bytes, { maxSeconds: 0.29 })).rejects.toMatchObject({ code: 'too_long' });
    await expect(probe(bytes, { maxSeconds: 0.3 })).resolves.toMatchObject({ frames: 4_800 });
  });

  test('rejects a small file with hours of silence, in little memory and time', async () => {
    const silence = [new Int32Array(frameSamples)];
    const hours = 12;
    const count = Math.ceil((hours * 3_600 * 8_000) / frameSamples);
    const bomb = Buffer.concat([
      // Zero samples: whoever wrote it claims not to know how many.
      flacHeader({ sample_rate: 8_000, channels: 1 }, 0),
      Buffer.alloc(16),
      ...Array.from({ length: count }, (_, number) =>
        encodeFrame(silence, { number, sample_rate: 8_000 }),
      ),
    ]);
    const path = file(bomb);
    const before = process.memoryUsage().rss;
    const start = performance.now();

    await expect(audio.probe(whose, path)).rejects.toMatchObject({ code: 'too_long' });

    expect(bomb.length).toBeLessThan(2_000_000);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test.each([
    [
      'MP4',
      () => {
        const bytes = fixture('opus.mp4');
        const at = (name: string) => bytes.indexOf(name);
        bytes.writeUInt32BE(1, at('stsz') + 8);
        bytes.writeUInt32BE(0xffffffff, at('stsz') + 12);
        bytes.writeUInt32BE(0xffffffff, at('stts') + 12);
        bytes.writeUInt32BE(0xffffffff, at('stsc') + 16);
        return bytes;
      },
    ],
    [
      'WebM',
      () =>
        Buffer.concat([fixture('live.webm'), Buffer.alloc(14_000_000, 'a3858100008008', 'hex')]),
    ],
  ])('rejects a %s file with millions of packets, in little memory and time', async (_, bytes) => {
    const path = file(bytes());
    const before = process.memoryUsage().rss;
    const start = performance.now();

    await expect(audio.probe(whose, path, { maxSeconds: 300 })).rejects.toMatchObject({
      code: expect.stringMatching(/^(damaged|too_long|too_much_work)$/),
    });

    expect(performance.now() - start).toBeLessThan(20_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });

  test('survives 200 files with changed bytes, and goes on', async () => {
    const random = noise(1, 42);
    const below = (count: number): number => Math.floor(((random() + 1) / 2) * count) % count;
    const outcomes = new Set<string>();
    for (let round = 0; round < 200; round += 1) {
      const [, bytes] = recordings[round % recordings.length] ?? recordings[0] ?? [];
      const changed = Buffer.from(bytes?.() ?? []);
      for (let change = 0; change <= below(8); change += 1)
        changed[below(round % 2 === 0 ? changed.length : 100)] = below(256);
      outcomes.add(await outcome(changed));
    }

    expect(
      [...outcomes].filter(
        (code) => !/^(whole|not_audio|empty|truncated|damaged|unsupported|too_long)$/.test(code),
      ),
    ).toEqual([]);
    expect(await outcome(tone(16_000, 1))).toBe('whole');
  });
});

describe('convert', () => {
  const converted = async (bytes: Uint8Array) => {
    const target = join(folder, `${(files += 1)}.wav`);
    const recording = await audio.convert(whose, { source: file(bytes), target });
    return { recording, bytes: readFileSync(target), samples: samplesOf(target) };
  };

  test.each(recordings)(
    'writes a %s recording as WAV with its tones',
    async (name, bytes, expected) => {
      const { recording, samples } = await converted(bytes());

      expect(recording).toMatchObject({ ...expected, format: 'wav' });
      expect(samples.length).toBe(recording.channels);
      expect(samples[0]?.length).toBe(recording.frames);
      for (const [channel, heard] of samples.entries()) {
        const from = Math.floor(0.1 * recording.sample_rate);
        const middle = heard.subarray(from, from + Math.floor(0.15 * recording.sample_rate));
        const found = amplitudeAt(middle, 440 + 220 * channel, recording.sample_rate);
        // Opus at a low rate keeps the tone, not its exact level.
        expect(found).toBeGreaterThan(name.includes('Opus') ? 0.3 : 0.42);
        expect(found).toBeLessThan(0.6);
      }
    },
  );

  test('keeps a 16-bit WAV recording as it is, byte for byte', async () => {
    const given = tone(22_050, 2);

    expect((await converted(given)).bytes.equals(given)).toBe(true);
  });

  test('decodes FLAC exactly', async () => {
    const { samples } = await converted(fixture('stereo.flac'));

    // The fixture's encoder was given values of 32,767 times the tone.
    const expected = [440, 660].map((frequency) =>
      Float32Array.from({ length: 13_230 }, (_, index) =>
        Math.round(0.5 * Math.sin((2 * Math.PI * frequency * index) / 44_100) * 32_767),
      ),
    );
    const values = samples.map((channel) => channel.map((sample) => sample * 32_768));
    for (const [channel, given] of expected.entries()) {
      const different = given.filter(
        (value, index) => Math.abs(value - (values[channel]?.[index] ?? 0)) > 1,
      );
      expect(different.length).toBe(0);
    }
  });

  test.each([
    [
      '8-bit',
      wavAs(1, 8, (bytes, value, at) => bytes.writeUInt8(Math.round(value * 128) + 128, at)),
      0.01,
    ],
    [
      '24-bit',
      wavAs(1, 24, (bytes, value, at) => bytes.writeIntLE(Math.round(value * 8_388_607), at, 3)),
      1e-4,
    ],
    [
      '32-bit',
      wavAs(1, 32, (bytes, value, at) => bytes.writeInt32LE(Math.round(value * 2_147_483_647), at)),
      1e-4,
    ],
    [
      '32-bit floating-point',
      wavAs(3, 32, (bytes, value, at) => bytes.writeFloatLE(value, at)),
      1e-4,
    ],
    [
      '64-bit floating-point',
      wavAs(3, 64, (bytes, value, at) => bytes.writeDoubleLE(value, at)),
      1e-4,
    ],
  ])('reads %s WAV', async (_, bytes, tolerance) => {
    const { samples } = await converted(bytes);

    const expected = sound(0.3, sine(440), { sampleRate: 16_000 })[0] ?? new Float32Array(0);
    expect(samples[0]?.length).toBe(expected.length);
    const error = expected.reduce(
      (max, value, index) => Math.max(max, Math.abs(value - (samples[0]?.[index] ?? 9))),
      0,
    );
    expect(error).toBeLessThan(tolerance);
  });

  test.each([
    ['8-bit', { bits: 8 }, 0.01, 'writeInt8', 127],
    ['24-bit', { bits: 24 }, 1e-4, 'writeIntBE', 8_388_607],
    ['32-bit', { bits: 32 }, 1e-4, 'writeInt32BE', 2_147_483_647],
    ['little-endian', { bits: 16, compression: 'sowt' }, 1e-4, 'writeInt16LE', 32_767],
    ['32-bit floating-point', { bits: 32, compression: 'fl32' }, 1e-4, 'writeFloatBE', 1],
    ['64-bit floating-point', { bits: 64, compression: 'FL64' }, 1e-4, 'writeDoubleBE', 1],
  ] as const)('reads %s AIFF', async (_, form, tolerance, write, scale) => {
    const bytes = aiffAs(form, (all, value, at) => {
      const scaled = scale === 1 ? value : Math.round(value * scale);
      if (write === 'writeIntBE') all.writeIntBE(scaled, at, 3);
      else all[write](scaled, at);
    });

    const { samples } = await converted(bytes);

    const expected = sound(0.3, sine(440), { sampleRate: 16_000 })[0] ?? new Float32Array(0);
    expect(samples[0]?.length).toBe(expected.length);
    const error = expected.reduce(
      (max, value, index) => Math.max(max, Math.abs(value - (samples[0]?.[index] ?? 9))),
      0,
    );
    expect(error).toBeLessThan(tolerance);
  });

  test('reads a WAV file whose writer did not know its length', async () => {
    const given = tone(16_000, 1);
    given.writeUInt32LE(0xffffffff, 40);

    expect((await converted(given)).recording.frames).toBe(4_800);
  });

  test.each([Number.NaN, Infinity, -Infinity])('refuses a WAV sample that is %d', async (odd) => {
    const put = { 32: 'writeFloatLE', 64: 'writeDoubleLE' } as const;
    for (const bits of [32, 64] as const) {
      const bytes = wavAs(3, bits, (all, value, at) =>
        all[put[bits]](at === (bits / 8) * 4_000 ? odd : value, at),
      );

      await expect(converted(bytes)).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining('samples must be finite numbers'),
      });
      await expect(probe(bytes)).rejects.toMatchObject({ code: 'damaged' });
    }
  });

  test('clips finite samples beyond full scale', async () => {
    const { samples } = await converted(
      wavAs(3, 32, (bytes, _, at) => bytes.writeFloatLE(at % 8 === 0 ? 1e30 : -1.5, at)),
    );

    expect([...(samples[0]?.subarray(0, 2) ?? [])]).toEqual([32_767 / 32_768, -1]);
  });

  test.each([
    ['A-law', 6, [0xd5, 0x55, 0xaa, 0x2a, 0x85], [8, -8, 32_256, -32_256, 4_224]],
    ['mu-law', 7, [0xff, 0x7f, 0x80, 0x00, 0xb0], [0, 0, 32_124, -32_124, 3_900]],
  ])('reads %s WAV by the values of G.711', async (_, format, codes, expected) => {
    const { samples } = await converted(
      wavAs(format, 8, (bytes, _value, at) => bytes.writeUInt8(codes[at % codes.length] ?? 0, at)),
    );

    const values = [...(samples[0]?.subarray(0, codes.length) ?? [])].map((one) => one * 32_768);
    expect(values.map((value) => value + 0)).toEqual(expected);
  });
});

test('Nothing of a decoder is printed', () => {
  const changed = Buffer.from(fixture('stereo.mp3'));
  changed.fill(0x55, 1_000, 1_300);
  const script = `
    const { createAudio } = await import(${JSON.stringify(join(import.meta.dirname, '../../../src/voice/audio/audio.ts'))});
    await createAudio().probe({ organization_id: 1 }, ${JSON.stringify(file(changed))}).catch(() => {});`;

  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

  expect(printed).toBe('');
});
