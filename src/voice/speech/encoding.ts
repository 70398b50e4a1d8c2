import type { components } from '../../../generated/api.ts';
import { createInterpolation, type Interpolation } from '../audio/resampling.ts';
import { toInt16, toMulaw } from '../audio/wav.ts';
import { bytesPerSample, type Pcm } from '../generations/wav-rules.ts';

/** How audio is sent: one channel, without a header. */
export interface Format {
  readonly encoding: components['schemas']['SpeechEncoding'];
  readonly sample_rate: number;
}

const blocksPerSecond = 10;
const maxInterpolations = 16;
const interpolations = new Map<string, Interpolation>();

/** Kernels are the same for every text: an engine has one rate. */
function interpolationOf(from: number, to: number): Interpolation {
  const key = `${from} ${to}`;
  const known = interpolations.get(key);
  if (known) return known;
  if (interpolations.size >= maxInterpolations) interpolations.clear();
  const made = createInterpolation(from, to);
  interpolations.set(key, made);
  return made;
}

/** The samples in a format, in blocks of 100 ms, each computed when it is wanted. */
export function* encoded(pcm: Pcm, { encoding, sample_rate }: Format): Generator<Buffer> {
  const mono = monoOf(pcm);
  const interpolation = interpolationOf(pcm.sample_rate, sample_rate);
  const frames = Math.round((mono.length * sample_rate) / pcm.sample_rate);
  const size = sample_rate / blocksPerSecond;
  for (let first = 0; first < frames; first += size) {
    const values = Int16Array.from({ length: Math.min(size, frames - first) }, (_, index) => {
      const position = (first + index) * pcm.sample_rate;
      return toInt16(
        interpolation.at(mono, Math.floor(position / sample_rate), position % sample_rate),
      );
    });
    yield encoding === 'mulaw' ? Buffer.from(values.map(toMulaw)) : littleEndian(values);
  }
}

function monoOf({ channels, samples }: Pcm): Float32Array {
  const mono = new Float32Array(samples.length / (bytesPerSample * channels));
  for (let at = 0; at < mono.length * channels; at += 1)
    mono[Math.floor(at / channels)]! +=
      samples.readInt16LE(at * bytesPerSample) / (32_768 * channels);
  return mono;
}

function littleEndian(values: Int16Array): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * bytesPerSample);
  for (const [index, value] of values.entries()) bytes.writeInt16LE(value, index * bytesPerSample);
  return bytes;
}
