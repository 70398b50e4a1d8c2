import { readFileSync, writeFileSync } from 'node:fs';
import { pcm16, wavHeader } from '../../../src/voice/audio/wav.ts';

/** Samples of a sound, by channel. */
export type Sound = Float32Array[];

export const rate = 48_000;

/** A function of time in seconds, as samples. */
export const sound = (
  seconds: number,
  value: (time: number, channel: number) => number,
  { sampleRate = rate, channels = 1 } = {},
): Sound =>
  Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_unused, index) =>
      value(index / sampleRate, channel),
    ),
  );

export const sine =
  (frequency: number, amplitude = 0.5) =>
  (time: number): number =>
    amplitude * Math.sin(2 * Math.PI * frequency * time);

/** A noise that is the same each time. */
export function noise(amplitude: number, seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return amplitude * ((state / 2 ** 32) * 2 - 1);
  };
}

/** One click, at a time. */
export const click =
  (at: number, sampleRate = rate) =>
  (time: number): number =>
    Math.round(time * sampleRate) === Math.round(at * sampleRate) ? 0.9 : 0;

export const wavOf = (samples: Sound, sampleRate = rate): Buffer =>
  Buffer.concat([
    wavHeader({ sample_rate: sampleRate, channels: samples.length }, samples[0]?.length ?? 0),
    pcm16(samples),
  ]);

export function writeWav(path: string, samples: Sound, sampleRate = rate): string {
  writeFileSync(path, wavOf(samples, sampleRate));
  return path;
}

/** The samples of a 16-bit WAV file with the usual header, read without the code under test. */
export function samplesOf(file: string | Buffer): Sound {
  const bytes = typeof file === 'string' ? readFileSync(file) : file;
  const channels = bytes.readUInt16LE(22);
  const frames = Math.floor((bytes.length - 44) / 2 / channels);
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from(
      { length: frames },
      (_unused, frame) => bytes.readInt16LE(44 + (frame * channels + channel) * 2) / 32_768,
    ),
  );
}

export const peak = (samples: Float32Array): number =>
  samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);

export const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

export const inDecibels = (factor: number): number => 20 * Math.log10(factor);

/** The amplitude of one frequency, by Goertzel's algorithm with a Hann window. */
export function amplitudeAt(samples: Float32Array, frequency: number, sampleRate = rate): number {
  const step = (2 * Math.PI * frequency) / sampleRate;
  let [real, imaginary] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    const weight = 1 - Math.cos((2 * Math.PI * index) / samples.length);
    real += sample * weight * Math.cos(step * index);
    imaginary += sample * weight * Math.sin(step * index);
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

/** The frequency of a range with the highest amplitude. */
export function loudestFrequency(
  samples: Float32Array,
  {
    from,
    to,
    step,
    sampleRate = rate,
  }: Record<'from' | 'to' | 'step', number> & { sampleRate?: number },
): number {
  let best = { frequency: from, amplitude: -1 };
  for (let frequency = from; frequency <= to; frequency += step) {
    const amplitude = amplitudeAt(samples, frequency, sampleRate);
    if (amplitude > best.amplitude) best = { frequency, amplitude };
  }
  return best.frequency;
}

/** By how many samples `later` is behind `earlier`: where their cross-correlation is highest. */
export function lagOf(earlier: Float32Array, later: Float32Array, maxLag: number): number {
  let best = { lag: 0, sum: -Infinity };
  for (let lag = 0; lag <= maxLag; lag += 1) {
    let sum = 0;
    for (let index = 0; index + lag < later.length && index < earlier.length; index += 1)
      sum += (earlier[index] as number) * (later[index + lag] as number);
    if (sum > best.sum) best = { lag, sum };
  }
  return best.lag;
}
