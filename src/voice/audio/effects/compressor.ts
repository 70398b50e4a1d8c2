import type { Block } from '../recording.ts';
import { decibels, framesOf, type Processor, settled } from './processor.ts';

interface CompressorParams {
  readonly threshold_db: number;
  readonly ratio: number;
  readonly attack_ms: number;
  readonly release_ms: number;
}

/**
 * Lowers what is above the threshold by the ratio, without a make-up gain. All channels get the gain of the loudest,
 * so that the voice stays where it is.
 */
export function compressor(params: CompressorParams, sampleRate: number): Processor {
  const threshold = decibels(params.threshold_db);
  const exponent = 1 / params.ratio - 1;
  const smoothing = (ms: number): number => Math.exp((-2 * Math.PI * 1000) / (ms * sampleRate));
  const attack = smoothing(params.attack_ms);
  const release = smoothing(params.release_ms);
  let level = 0;
  return {
    process(block: Block) {
      const out = block.map((samples) => Float32Array.from(samples));
      for (let frame = 0; frame < framesOf(block); frame += 1) {
        let peak = 0;
        for (const samples of block) peak = Math.max(peak, Math.abs(samples[frame] ?? 0));
        level = settled(peak + (peak > level ? attack : release) * (level - peak));
        const gain = level > threshold ? (level / threshold) ** exponent : 1;
        for (const samples of out) samples[frame] = (samples[frame] ?? 0) * gain;
      }
      return out;
    },
  };
}
