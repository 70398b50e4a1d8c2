import type { components } from '../../../../generated/api.ts';
import type { Block, Shape } from '../recording.ts';
import { chorus } from './chorus.ts';
import { compressor } from './compressor.ts';
import { delay } from './delay.ts';
import { highpass, lowpass } from './filters.ts';
import { pitchShift } from './pitch-shift.ts';
import { decibels, framesOf, perSample, type Processor } from './processor.ts';
import { reverb, reverbSeconds } from './reverb.ts';

export type Effect = components['schemas']['Effect'];

/** The effects of a chain as one. */
export interface Chain extends Processor {
  /** How many frames the result is longer, at most: what echoes and rooms still give when the voice has ended. */
  readonly tailFrames: number;
}

/** A tail is over when it has fallen by 60 dB, and after so many seconds. */
const maxTailSeconds = 10;
const fallen = 0.001;

export function createChain(effects: readonly Effect[], { sample_rate, channels }: Shape): Chain {
  const enabled = effects.filter((effect) => effect.enabled);
  const processors = enabled.map((effect) => processorOf(effect, sample_rate, channels));
  const tail = enabled.reduce((sum, effect) => sum + tailSeconds(effect), 0);
  const from = (index: number, block: Block): Block =>
    processors.slice(index).reduce((passed, processor) => processor.process(passed), block);
  return {
    tailFrames: Math.round(Math.min(maxTailSeconds, tail) * sample_rate),
    process: (block) => from(0, block),
    flush: () =>
      joined(
        processors.map((processor, index) =>
          processor.flush ? from(index + 1, processor.flush()) : [],
        ),
        channels,
      ),
  };
}

function processorOf(effect: Effect, sampleRate: number, channels: number): Processor {
  switch (effect.type) {
    case 'chorus':
      return chorus(effect.params, sampleRate, channels);
    case 'reverb':
      return reverb(effect.params, sampleRate, channels);
    case 'delay':
      return delay(effect.params, sampleRate, channels);
    case 'compressor':
      return compressor(effect.params, sampleRate);
    case 'gain': {
      const factor = decibels(effect.params.gain_db);
      return perSample(channels, () => (sample) => sample * factor);
    }
    case 'highpass':
      return highpass(effect.params.cutoff_frequency_hz, sampleRate, channels);
    case 'lowpass':
      return lowpass(effect.params.cutoff_frequency_hz, sampleRate, channels);
    case 'pitch_shift':
      return pitchShift(effect.params.semitones, sampleRate, channels);
  }
}

/** How long an effect continues after its input has ended. */
function tailSeconds(effect: Effect): number {
  if (effect.type === 'reverb')
    return effect.params.wet_level === 0 ? 0 : reverbSeconds(effect.params.room_size);
  if (effect.type === 'delay' || effect.type === 'chorus') {
    const { mix, feedback } = effect.params;
    if (mix === 0) return 0;
    const once =
      effect.type === 'delay'
        ? effect.params.delay_seconds
        : (effect.params.centre_delay_ms * 2) / 1000;
    return once * (1 + (feedback === 0 ? 0 : Math.ceil(Math.log(fallen) / Math.log(feedback))));
  }
  return 0;
}

function joined(blocks: readonly Block[], channels: number): Block {
  const frames = blocks.reduce((sum, block) => sum + framesOf(block), 0);
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    let at = 0;
    for (const block of blocks) {
      const part = block[channel];
      if (part) samples.set(part, at);
      at += part?.length ?? 0;
    }
    return samples;
  });
}
