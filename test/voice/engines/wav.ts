import { wavHeader } from '../../../src/voice/generations/wav-rules.ts';

interface Tone {
  readonly seconds?: number;
  readonly sample_rate?: number;
  readonly channels?: number;
}

/** A WAV file with a tone of 440 Hz at half of full scale. */
export function toneWav({ seconds = 0.1, sample_rate = 8000, channels = 1 }: Tone = {}): Buffer {
  const frames = Math.round(seconds * sample_rate);
  const samples = Buffer.alloc(frames * channels * 2);
  for (let n = 0; n < frames * channels; n += 1) {
    const time = Math.floor(n / channels) / sample_rate;
    samples.writeInt16LE(Math.round(16_384 * Math.sin(2 * Math.PI * 440 * time)), 2 * n);
  }
  return Buffer.concat([wavHeader({ sample_rate, channels }, samples.length), samples]);
}
