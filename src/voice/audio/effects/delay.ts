import { perSample, type Processor, settled } from './processor.ts';

interface DelayParams {
  readonly delay_seconds: number;
  readonly feedback: number;
  readonly mix: number;
}

/** Echoes: each is `feedback` times the one before. */
export const delay = (params: DelayParams, sampleRate: number, channels: number): Processor =>
  perSample(channels, () => {
    const line = new Float32Array(Math.max(1, Math.round(params.delay_seconds * sampleRate)));
    let at = 0;
    return (sample) => {
      const echo = line[at] ?? 0;
      line[at] = settled(sample + params.feedback * echo);
      at = (at + 1) % line.length;
      return sample * (1 - params.mix) + echo * params.mix;
    };
  });
