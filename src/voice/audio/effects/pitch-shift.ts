import pvocLock from '@audio/stretch-pvoc-lock';
import type { Block } from '../recording.ts';
import { createInterpolation } from '../resampling.ts';
import { framesOf, type Processor } from './processor.ts';

/** Frames of the vocoder: near 46 ms, which tells voices' harmonics apart. */
const windowSeconds = 0.046;

/**
 * Stretches the recording by the ratio of the pitches with a phase vocoder, then plays it faster by the same ratio, so
 * that its length stays. Each channel is stretched for itself.
 */
export function pitchShift(semitones: number, sampleRate: number, channels: number): Processor {
  if (semitones === 0) return { process: (block) => block };
  const frameSize = 2 ** Math.round(Math.log2(windowSeconds * sampleRate));
  const { analysis, synthesis } = hops(2 ** (semitones / 12), frameSize / 4);
  const voices = Array.from({ length: channels }, () =>
    shifter({ frameSize, analysis, synthesis }),
  );
  let taken = 0;
  return {
    process(block: Block) {
      taken += framesOf(block);
      return even(block.map((samples, channel) => voices[channel]?.write(samples) ?? samples));
    },
    flush: () => even(voices.map((voice) => voice.end(taken))),
  };
}

/** The channels hold the same number of samples, because they were given the same. */
const even = (block: Float32Array[]): Block => block;

/** The hops of the vocoder whose ratio is nearest to that of the pitches; within 2 cents. */
function hops(ratio: number, hop: number): { analysis: number; synthesis: number } {
  let best = { analysis: hop, synthesis: hop, error: Infinity };
  const max = ratio > 1 ? hop / ratio : hop;
  for (let analysis = Math.floor(max / 2); analysis <= max; analysis += 1) {
    const synthesis = Math.round(analysis * ratio);
    const error = Math.abs(Math.log(synthesis / analysis / ratio));
    if (error < best.error - 1e-12) best = { analysis, synthesis, error };
  }
  return best;
}

interface Shift {
  readonly frameSize: number;
  readonly analysis: number;
  readonly synthesis: number;
}

/** One channel: what the vocoder gives is read at steps of `synthesis / analysis`. */
function shifter({ frameSize, analysis, synthesis }: Shift) {
  const stretch: (samples?: Float32Array) => Float32Array = pvocLock({
    frameSize,
    hopSize: synthesis,
    synHop: synthesis,
    anaHop: analysis,
  });
  const interpolation = createInterpolation(synthesis, analysis);
  let held = new Float32Array(0);
  /** The index of the first held sample among all that the vocoder gave. */
  let first = 0;
  let given = 0;

  function read(until: number): Float32Array {
    const out = new Float32Array(Math.max(0, until - given));
    for (let index = 0; index < out.length; index += 1) {
      const position = (given + index) * synthesis;
      const whole = Math.floor(position / analysis);
      out[index] = interpolation.at(held, whole - first, position % analysis);
    }
    given += out.length;
    const keepFrom = Math.floor((given * synthesis) / analysis) - interpolation.reach;
    const drop = Math.max(0, Math.min(held.length, keepFrom - first));
    held = held.slice(drop);
    first += drop;
    return out;
  }

  function hold(samples: Float32Array): void {
    const joined = new Float32Array(held.length + samples.length);
    joined.set(held);
    joined.set(samples, held.length);
    held = joined;
  }

  return {
    write(samples: Float32Array): Float32Array {
      hold(stretch(samples));
      const usable = first + held.length - interpolation.reach - 1;
      return read(Math.floor((usable * analysis) / synthesis));
    },
    /** The rest, so that all is as long as what was taken. */
    end(taken: number): Float32Array {
      hold(stretch());
      return read(taken);
    },
  };
}
