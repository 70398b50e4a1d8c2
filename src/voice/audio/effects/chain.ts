import type { components } from '../../../../generated/api.ts';
import type { Block, Shape } from '../recording.ts';
import { pitchShift } from './pitch-shift.ts';
import { decibels, framesOf, perSample, type Processor, settled } from './processor.ts';
import { reverb, reverbSeconds } from './reverb.ts';

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

const lowpass = (cutoff: number, sampleRate: number, channels: number): Processor =>
  cutoff >= maxCutoff * sampleRate
    ? { process: (block) => block }
    : biquad(design('low', cutoff, sampleRate), channels);

const highpass = (cutoff: number, sampleRate: number, channels: number): Processor =>
  biquad(design('high', Math.min(cutoff, maxCutoff * sampleRate), sampleRate), channels);

interface DelayParams {
  readonly delay_seconds: number;
  readonly feedback: number;
  readonly mix: number;
}

/** Echoes: each is `feedback` times the one before. */
const delay = (params: DelayParams, sampleRate: number, channels: number): Processor =>
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
function compressor(params: CompressorParams, sampleRate: number): Processor {
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
const chorus = (params: ChorusParams, sampleRate: number, channels: number): Processor => {
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
