import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Audio, createAudio } from '../../../src/voice/audio/audio.ts';
import type { Effect } from '../../../src/voice/audio/effects/chain.ts';
import {
  amplitudeAt,
  click,
  inDecibels,
  lagOf,
  loudestFrequency,
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
  folder = mkdtempSync(join(tmpdir(), 'audio-'));
});
afterAll(async () => {
  await audio.end();
  rmSync(folder, { recursive: true });
});

const path = (): string => join(folder, `${(files += 1)}.wav`);

async function applied(chain: readonly Effect[], given: Sound, sampleRate = rate): Promise<Sound> {
  const source = writeWav(path(), given, sampleRate);
  const target = path();
  await audio.applyEffects({ organization_id: 1 }, { source, target, chain });
  return samplesOf(target);
}

/** The first channel of what an effect makes of a mono sound. */
const mono = async (effect: Effect, given: Sound, sampleRate = rate): Promise<Float32Array> =>
  (await applied([effect], given, sampleRate))[0] ?? new Float32Array(0);

const gain = (gain_db: number, enabled = true): Effect => ({
  type: 'gain',
  enabled,
  params: { gain_db },
});
const lowpass = (cutoff_frequency_hz: number): Effect => ({
  type: 'lowpass',
  enabled: true,
  params: { cutoff_frequency_hz },
});
const highpass = (cutoff_frequency_hz: number): Effect => ({
  type: 'highpass',
  enabled: true,
  params: { cutoff_frequency_hz },
});
const pitchShift = (semitones: number): Effect => ({
  type: 'pitch_shift',
  enabled: true,
  params: { semitones },
});
const delay = (params: { delay_seconds: number; feedback: number; mix: number }): Effect => ({
  type: 'delay',
  enabled: true,
  params,
});
const reverb = (room_size: number, wet_level = 0.33, dry_level = 0.4, width = 1): Effect => ({
  type: 'reverb',
  enabled: true,
  params: { room_size, damping: 0.5, wet_level, dry_level, width },
});
const compressor = (threshold_db: number, ratio: number): Effect => ({
  type: 'compressor',
  enabled: true,
  params: { threshold_db, ratio, attack_ms: 1, release_ms: 1_000 },
});
const chorus = (depth: number, mix = 1, feedback = 0, centre_delay_ms = 7): Effect => ({
  type: 'chorus',
  enabled: true,
  params: { rate_hz: 5, depth, feedback, centre_delay_ms, mix },
});

describe('gain', () => {
  test('doubles the amplitude at +6.02 dB, sample by sample', async () => {
    const given = sound(0.2, sine(440, 0.25));

    const louder = await mono(gain(6.0206), given);

    expect(louder.length).toBe(given[0]?.length);
    const from = given[0] ?? new Float32Array(0);
    for (const [index, sample] of louder.entries())
      expect(Math.abs(sample - 2 * (from[index] ?? 0))).toBeLessThan(2 / 32_768);
  });

  test('halves it at -6.02 dB', async () => {
    const quieter = await mono(gain(-6.0206), sound(0.2, sine(440, 0.5)));

    expect(peak(quieter)).toBeCloseTo(0.25, 3);
  });

  test('clips what exceeds full scale', async () => {
    const clipped = await mono(gain(20), sound(0.1, sine(440, 0.5)));

    expect(peak(clipped)).toBeCloseTo(1, 4);
    expect(Math.max(...clipped)).toBe(32_767 / 32_768);
  });

  test('clips after the last effect only', async () => {
    const given = sound(0.1, sine(440, 0.5));

    const [same] = await applied([gain(30), gain(-30)], given);

    expect(peak(same ?? new Float32Array(0))).toBeCloseTo(0.5, 3);
  });
});

describe('lowpass', () => {
  test('at 500 Hz removes 5 kHz and keeps 100 Hz', async () => {
    const given = sound(0.5, (time) => sine(100, 0.3)(time) + sine(5_000, 0.3)(time));

    const filtered = await mono(lowpass(500), given);

    expect(amplitudeAt(filtered, 100)).toBeGreaterThan(0.29);
    expect(inDecibels(amplitudeAt(filtered, 5_000) / 0.3)).toBeLessThan(-38);
  });

  test('lowers its cutoff frequency by 3 dB', async () => {
    const filtered = await mono(lowpass(1_000), sound(0.5, sine(1_000)));

    expect(inDecibels(amplitudeAt(filtered, 1_000) / 0.5)).toBeCloseTo(-3.01, 1);
  });

  test('changes nothing where its cutoff is above what the recording holds', async () => {
    const given = sound(0.1, sine(440), { sampleRate: 8_000 });

    const filtered = await mono(lowpass(20_000), given, 8_000);

    expect(peak(filtered)).toBeCloseTo(0.5, 2);
  });
});

describe('highpass', () => {
  test('at 1 kHz removes 100 Hz and keeps 10 kHz', async () => {
    const given = sound(0.5, (time) => sine(100, 0.3)(time) + sine(10_000, 0.3)(time));

    const filtered = await mono(highpass(1_000), given);

    expect(inDecibels(amplitudeAt(filtered, 100) / 0.3)).toBeLessThan(-38);
    expect(amplitudeAt(filtered, 10_000)).toBeGreaterThan(0.29);
  });

  test('stays stable at the highest cutoff and the lowest rate', async () => {
    const filtered = await mono(
      highpass(8_000),
      sound(1, noise(0.5), { sampleRate: 8_000 }),
      8_000,
    );

    expect(peak(filtered)).toBeLessThanOrEqual(1);
  });
});

describe('delay', () => {
  test('shifts the voice by its time, to the sample', async () => {
    const given = sound(0.5, noise(0.4));

    const late = await mono(delay({ delay_seconds: 0.25, feedback: 0, mix: 1 }), given);

    expect(lagOf(given[0] ?? new Float32Array(0), late, 20_000)).toBe(0.25 * rate);
  });

  test('repeats it, each time by the feedback quieter, and makes the recording longer', async () => {
    const given = sound(0.5, click(0.1));

    const echoes = await mono(delay({ delay_seconds: 0.2, feedback: 0.5, mix: 0.5 }), given);

    const at = [0.1, 0.3, 0.5, 0.7].map((time) => echoes[Math.round(time * rate)] ?? 0);
    expect(at[0]).toBeCloseTo(0.45, 3);
    expect(at[1]).toBeCloseTo(0.45, 3);
    expect(at[2]).toBeCloseTo(0.225, 3);
    expect(at[3]).toBeCloseTo(0.1125, 3);
    expect(echoes.length).toBeGreaterThan(rate);
    expect(echoes.length).toBeLessThan(10.5 * rate);
  });

  test('ends within 10 s, also with the strongest feedback, and without a click', async () => {
    const echoes = await mono(
      delay({ delay_seconds: 2, feedback: 0.95, mix: 1 }),
      sound(0.5, sine(440)),
    );

    expect(echoes.length / rate).toBeLessThanOrEqual(10.5);
    expect(Math.abs(echoes.at(-1) ?? 1)).toBeLessThan(0.01);
  });
});

describe('reverb', () => {
  test('makes a tail that decays', async () => {
    const room = await mono(reverb(0.8), sound(0.1, noise(0.5)));

    const levels = [0.2, 0.6, 1, 1.4].map((time) =>
      rms(room.subarray(time * rate, (time + 0.2) * rate)),
    );
    expect(levels[0]).toBeGreaterThan(0.001);
    for (const [index, level] of levels.slice(1).entries())
      expect(level).toBeLessThan((levels[index] ?? 0) * 0.8);
  });

  test('has a longer tail in a larger room', async () => {
    const given = sound(0.1, noise(0.5));

    const [small, large] = [await mono(reverb(0.1), given), await mono(reverb(0.9), given)];

    expect(large.length).toBeGreaterThan(2 * small.length);
  });

  test('gives the two sides different rooms, and the same with a width of 0', async () => {
    const given = sound(0.2, noise(0.5)).flatMap((one) => [one, one]);

    const [wide, narrow] = [
      await applied([reverb(0.5, 0.5, 0, 1)], given),
      await applied([reverb(0.5, 0.5, 0, 0)], given),
    ];

    expect(wide[0]).not.toEqual(wide[1]);
    expect(narrow[0]).toEqual(narrow[1]);
  });

  test('is only the voice without a wet level', async () => {
    const given = sound(0.2, sine(440, 0.5));

    const dry = await mono(reverb(0.5, 0, 1), given);

    expect(dry).toEqual(samplesOf(writeWav(path(), given))[0]);
  });
});

describe('compressor', () => {
  test.each([
    [-20, 4],
    [-12, 2],
    [-30, 10],
  ])(
    'with a threshold of %d dB and a ratio of %d lowers a level of -6 dB by the ratio',
    async (threshold, ratio) => {
      // A square wave has its level all the time.
      const given = sound(1, (time) => (Math.floor(time * 200) % 2 === 0 ? 0.5012 : -0.5012));

      const lower = await mono(compressor(threshold, ratio), given);

      const expected = threshold + (-6 - threshold) / ratio;
      expect(inDecibels(rms(lower.subarray(rate / 2)))).toBeCloseTo(expected, 1);
    },
  );

  test('leaves alone what is below the threshold', async () => {
    const given = sound(0.5, sine(440, 0.05));

    expect(await mono(compressor(-20, 4), given)).toEqual(samplesOf(writeWav(path(), given))[0]);
  });
});

describe('chorus', () => {
  test('widens the line of a tone', async () => {
    const given = sound(1, sine(1_000));

    const wavering = await mono(chorus(0.5), given);

    const beside = (samples: Float32Array): number =>
      [-30, -20, -10, 10, 20, 30]
        .map((offset) => amplitudeAt(samples, 1_000 + offset))
        .reduce((sum, amplitude) => sum + amplitude, 0);
    expect(beside(given[0] ?? new Float32Array(0))).toBeLessThan(0.01);
    expect(beside(wavering)).toBeGreaterThan(0.2);
    expect(rms(wavering.subarray(0, rate))).toBeCloseTo(0.354, 1);
  });

  test('only delays with a depth of 0', async () => {
    const given = sound(0.3, noise(0.5));

    expect(lagOf(given[0] ?? new Float32Array(0), await mono(chorus(0), given), 1_000)).toBe(
      0.007 * rate,
    );
  });

  test('stays bounded at its extremes', async () => {
    const given = sound(0.5, sine(440, 0.3), { sampleRate: 8_000 });

    for (const centre of [0.5, 50])
      expect(peak(await mono(chorus(1, 1, 0.95, centre), given, 8_000))).toBeLessThanOrEqual(1);
  });
});

describe('pitch_shift', () => {
  test.each([12, 7, 1, -1, -5, -12])(
    'by %d semitones moves the peak by the ratio',
    async (semitones) => {
      const given = sound(1.5, sine(500));

      const shifted = await mono(pitchShift(semitones), given);

      const expected = 500 * 2 ** (semitones / 12);
      const middle = shifted.subarray(rate / 4, rate * 1.25);
      const found = loudestFrequency(middle, {
        from: expected - 10,
        to: expected + 10,
        step: 0.25,
      });
      // Within 3 cents, or the step of the search.
      expect(Math.abs(found - expected)).toBeLessThan(Math.max(0.6, expected * 0.002));
      expect(shifted.length).toBe(given[0]?.length);
      expect(inDecibels(rms(middle) / 0.3536)).toBeGreaterThan(-1.5);
      expect(inDecibels(rms(middle) / 0.3536)).toBeLessThan(1.5);
    },
  );

  test.each([8_000, 22_050])('works at %d Hz', async (sampleRate) => {
    const given = sound(1, sine(300), { sampleRate });

    const shifted = await mono(pitchShift(5), given, sampleRate);

    const found = loudestFrequency(shifted, { from: 380, to: 420, step: 0.5, sampleRate });
    expect(found).toBeCloseTo(300 * 2 ** (5 / 12), -1);
    expect(shifted.length).toBe(given[0]?.length);
  });

  test('keeps words where they are', async () => {
    const given = sound(2, (time) => (time >= 1 && time < 1.5 ? sine(300)(time) : 0));

    const shifted = await mono(pitchShift(4), given);

    const loud = (from: number, to: number): number =>
      rms(shifted.subarray(from * rate, to * rate));
    expect(loud(0, 0.95)).toBeLessThan(0.01);
    expect(loud(1.05, 1.45)).toBeGreaterThan(0.25);
    expect(loud(1.55, 2)).toBeLessThan(0.01);
  });
});

describe('A chain', () => {
  test('applies its effects in their order', async () => {
    const given = sound(0.5, (time) => (Math.floor(time * 200) % 2 === 0 ? 0.5 : -0.5));

    const [before] = await applied([gain(-20), compressor(-20, 10)], given);
    const [after] = await applied([compressor(-20, 10), gain(-20)], given);

    const end = (samples: Float32Array | undefined): number =>
      inDecibels(rms(samples?.subarray(rate / 4) ?? new Float32Array(0)));
    expect(end(before)).toBeCloseTo(-26, 0);
    expect(end(after)).toBeCloseTo(-38.6, 0);
  });

  test('skips disabled effects', async () => {
    const given = sound(0.2, sine(440));

    const [same] = await applied([gain(20, false), gain(0)], given);

    expect(same).toEqual(samplesOf(writeWav(path(), given))[0]);
  });

  test('without effects gives the same samples', async () => {
    const given = sound(0.2, noise(0.5), { channels: 2 });

    expect(await applied([], given)).toEqual(samplesOf(writeWav(path(), given)));
  });

  test('gives the same bytes for the same recording', async () => {
    const source = writeWav(path(), sound(2, noise(0.5), { channels: 2 }));
    const chain = [chorus(0.5, 0.5, 0.3), pitchShift(3), reverb(0.5), compressor(-20, 4)];
    const targets = [path(), path()];

    for (const target of targets)
      await audio.applyEffects({ organization_id: 1 }, { source, target, chain });

    const [first, second] = targets.map((target) => readFileSync(target));
    expect(first?.length).toBeGreaterThan(2 * rate * 4);
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
  });

  test('keeps the two channels apart', async () => {
    const given = [...sound(0.5, sine(440)), ...sound(0.5, () => 0)];

    const [left, right] = await applied([gain(3), lowpass(2_000), pitchShift(2)], given);

    expect(rms(left ?? new Float32Array(0))).toBeGreaterThan(0.3);
    expect(peak(right ?? new Float32Array(1).fill(1))).toBe(0);
  });
});
