import { type Bytes, openBytes } from '../decoding/bytes.ts';
import { AudioFault, notAudio } from '../faults.ts';
import { createInterpolation, type Interpolation } from '../resampling.ts';
import { encodeFrame, frameSamples } from '../flac/encode.ts';
import { pcm16, readWav, toInt16, type WavLayout, wavLayout } from '../wav.ts';
import { type MixFormat, type MixItem, mixShape, type Placement, placementOf } from './rules.ts';

/** Where each item is heard. */
export const placementsOf = (items: readonly MixItem[]): Placement[] =>
  items.map((item) => withWav(item, (_, layout) => placementOf(item, layout)));

/**
 * The frames from `first` to before `end` of a mix, as a WAV or FLAC file has them. Every frame is computed from its
 * position alone, so a mix is the same however it is divided; for FLAC `first` is a multiple of its frames' length.
 */
export function mixSamples(
  items: readonly MixItem[],
  { format, first, end }: { format: MixFormat; first: number; end: number },
): Uint8Array {
  const sums = [new Float64Array(end - first), new Float64Array(end - first)];
  for (const item of items) {
    if (item.volume !== 0) add(item, first, sums);
  }
  return format === 'wav' ? pcm16(sums) : flacFrames(sums, first / frameSamples);
}

function flacFrames(sums: readonly Float64Array[], firstNumber: number): Uint8Array {
  const samples = sums.map((sum) => Int32Array.from(sum, toInt16));
  const frames: Uint8Array[] = [];
  for (let at = 0; at < (samples[0]?.length ?? 0); at += frameSamples) {
    const block = samples.map((channel) => channel.subarray(at, at + frameSamples));
    const number = firstNumber + frames.length;
    frames.push(encodeFrame(block, { number, sample_rate: mixShape.sample_rate }));
  }
  return Buffer.concat(frames);
}

function add(item: MixItem, first: number, sums: readonly Float64Array[]): void {
  withWav(item, (bytes, layout) => {
    const placement = placementOf(item, layout);
    const from = Math.max(first, placement.start);
    const to = Math.min(first + (sums[0]?.length ?? 0), placement.end);
    if (from >= to) return;
    const heard = heardSamples(bytes, layout, {
      first: placement.skipped + from - placement.start,
      frames: to - from,
    });
    for (const [channel, sum] of sums.entries()) {
      const samples = heard[Math.min(channel, heard.length - 1)] ?? new Float64Array(0);
      for (let index = 0; index < samples.length; index += 1)
        sum[from - first + index] =
          (sum[from - first + index] as number) + (samples[index] as number) * item.volume;
    }
  });
}

const interpolations = new Map<number, Interpolation>();
const maxInterpolations = 8;

function interpolationFor(sampleRate: number): Interpolation {
  const known = interpolations.get(sampleRate);
  if (known) return known;
  if (interpolations.size >= maxInterpolations) interpolations.clear();
  const made = createInterpolation(sampleRate, mixShape.sample_rate);
  interpolations.set(sampleRate, made);
  return made;
}

/** Frames of a recording at the mix's rate; the positions between its samples are exact, in whole numbers. */
function heardSamples(
  bytes: Bytes,
  layout: WavLayout,
  { first, frames }: { readonly first: number; readonly frames: number },
): readonly ArrayLike<number>[] {
  const rate = layout.sample_rate;
  if (rate === mixShape.sample_rate) return readWav(bytes.file, layout, first, frames);
  const interpolation = interpolationFor(rate);
  const wholeOf = (frame: number): number => Math.floor((frame * rate) / mixShape.sample_rate);
  const from = Math.max(0, wholeOf(first) - interpolation.reach);
  const to = wholeOf(first + frames) + interpolation.reach + 1;
  return readWav(bytes.file, layout, from, to - from).map((samples) =>
    Float64Array.from({ length: frames }, (_, index) => {
      const position = (first + index) * rate;
      const whole = Math.floor(position / mixShape.sample_rate);
      return interpolation.at(samples, whole - from, position % mixShape.sample_rate);
    }),
  );
}

function withWav<T>(item: MixItem, use: (bytes: Bytes, layout: WavLayout) => T): T {
  const bytes = openBytes(item.path);
  try {
    if (!bytes.at(0, 4).equals(Buffer.from('RIFF'))) throw notAudio();
    const layout = wavLayout(bytes.file, bytes.length);
    if (layout.channels < 1 || layout.channels > mixShape.channels) {
      throw new AudioFault('unsupported', 'A recording of a mix must have 1 or 2 channels.');
    }
    return use(bytes, layout);
  } finally {
    bytes.close();
  }
}
