import { perSample, type Processor, settled } from './processor.ts';

interface Coefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Butterworth filters of the second order, by the Audio EQ Cookbook: 12 dB an octave, -3 dB at the cutoff. */
const butterworth = Math.SQRT1_2;

function design(kind: 'low' | 'high', cutoff: number, sampleRate: number): Coefficients {
  const angle = (2 * Math.PI * cutoff) / sampleRate;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * butterworth);
  const a0 = 1 + alpha;
  const edge = kind === 'low' ? 1 - cosine : 1 + cosine;
  return {
    b0: edge / 2 / a0,
    b1: (kind === 'low' ? edge : -edge) / a0,
    b2: edge / 2 / a0,
    a1: (-2 * cosine) / a0,
    a2: (1 - alpha) / a0,
  };
}

const biquad = ({ b0, b1, b2, a1, a2 }: Coefficients, channels: number): Processor =>
  perSample(channels, () => {
    let [z1, z2] = [0, 0];
    return (sample) => {
      const out = b0 * sample + z1;
      z1 = settled(b1 * sample - a1 * out + z2);
      z2 = settled(b2 * sample - a2 * out);
      return out;
    };
  });

/** The highest cutoff, as a part of the sample rate, at which a filter is computed. */
const maxCutoff = 0.49;

export const lowpass = (cutoff: number, sampleRate: number, channels: number): Processor =>
  cutoff >= maxCutoff * sampleRate
    ? { process: (block) => block }
    : biquad(design('low', cutoff, sampleRate), channels);

export const highpass = (cutoff: number, sampleRate: number, channels: number): Processor =>
  biquad(design('high', Math.min(cutoff, maxCutoff * sampleRate), sampleRate), channels);
