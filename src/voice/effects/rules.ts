import type { components } from '../../../generated/api.ts';

type Schemas = components['schemas'];
type Effect = Schemas['Effect'];
type EffectInput = Schemas['EffectInput'];

/** The parameters of an effect that leaves them all out, as the contract has them. */
export const defaultParams: {
  readonly [Type in Effect['type']]: Extract<Effect, { type: Type }>['params'];
} = {
  chorus: { rate_hz: 1, depth: 0.5, feedback: 0, centre_delay_ms: 7, mix: 0.5 },
  reverb: { room_size: 0.5, damping: 0.5, wet_level: 0.33, dry_level: 0.4, width: 1 },
  delay: { delay_seconds: 0.3, feedback: 0.3, mix: 0.3 },
  compressor: { threshold_db: -20, ratio: 4, attack_ms: 10, release_ms: 100 },
  gain: { gain_db: 0 },
  highpass: { cutoff_frequency_hz: 80 },
  lowpass: { cutoff_frequency_hz: 8000 },
  pitch_shift: { semitones: 0 },
};

/** The effects as they are stored: enabled unless they say otherwise, and with all their parameters. */
export const completeEffects = (chain: readonly EffectInput[]): Effect[] => chain.map(complete);

function complete(effect: EffectInput): Effect {
  const { enabled = true } = effect;
  switch (effect.type) {
    case 'chorus':
      return { type: 'chorus', enabled, params: { ...defaultParams.chorus, ...effect.params } };
    case 'reverb':
      return { type: 'reverb', enabled, params: { ...defaultParams.reverb, ...effect.params } };
    case 'delay':
      return { type: 'delay', enabled, params: { ...defaultParams.delay, ...effect.params } };
    case 'compressor':
      return {
        type: 'compressor',
        enabled,
        params: { ...defaultParams.compressor, ...effect.params },
      };
    case 'gain':
      return { type: 'gain', enabled, params: { ...defaultParams.gain, ...effect.params } };
    case 'highpass':
      return { type: 'highpass', enabled, params: { ...defaultParams.highpass, ...effect.params } };
    case 'lowpass':
      return { type: 'lowpass', enabled, params: { ...defaultParams.lowpass, ...effect.params } };
    case 'pitch_shift':
      return {
        type: 'pitch_shift',
        enabled,
        params: { ...defaultParams.pitch_shift, ...effect.params },
      };
  }
}
