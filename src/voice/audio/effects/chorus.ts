import { perSample, type Processor, settled } from './processor.ts';

interface ChorusParams {
  readonly rate_hz: number;
  readonly depth: number;
  readonly feedback: number;
  readonly centre_delay_ms: number;
  readonly mix: number;
}

const maxSwingMs = 10;
const maxDelayMs = 61;

/** A copy whose delay swings around `centre_delay_ms`, at full depth by that much, 10 ms at most. */
export const chorus = (params: ChorusParams, sampleRate: number, channels: number): Processor => {
  const centre = (params.centre_delay_ms * sampleRate) / 1000;
  const swing = params.depth * Math.min((maxSwingMs * sampleRate) / 1000, Math.max(0, centre - 1));
  const step = (2 * Math.PI * params.rate_hz) / sampleRate;
  return perSample(channels, () => {
    const line = new Float32Array(Math.ceil((maxDelayMs * sampleRate) / 1000) + 2);
    let [at, frame, copy] = [0, 0, 0];
    return (sample) => {
      line[at] = settled(sample + params.feedback * copy);
      // At least one sample, so that what is fed back has been computed.
      const delay = Math.max(1, centre + swing * Math.sin(step * frame));
      const whole = Math.floor(delay);
      const index = at - whole;
      const late = line[index < 0 ? index + line.length : index] ?? 0;
      const later = line[index - 1 < 0 ? index - 1 + line.length : index - 1] ?? 0;
      copy = late + (delay - whole) * (later - late);
      at = (at + 1) % line.length;
      frame += 1;
      return sample * (1 - params.mix) + copy * params.mix;
    };
  });
};
