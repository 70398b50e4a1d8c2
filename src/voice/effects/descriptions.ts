import type { components } from '../../../generated/api.ts';

/** The effects and their parameters. A test compares them with the contract's schemas. */
export const effectDescriptions: readonly components['schemas']['VoiceEffectDescription'][] = [
  {
    type: 'chorus',
    description: 'Doubles the voice with slightly late, wavering copies.',
    params: [
      {
        name: 'rate_hz',
        minimum: 0.01,
        maximum: 20,
        default: 1,
        description: 'The modulation rate of the copies.',
      },
      {
        name: 'depth',
        minimum: 0,
        maximum: 1,
        default: 0.5,
        description: 'The modulation depth of the copies.',
      },
      {
        name: 'feedback',
        minimum: 0,
        maximum: 0.95,
        default: 0,
        description: 'How much of the effect is fed back into it.',
      },
      {
        name: 'centre_delay_ms',
        minimum: 0.5,
        maximum: 50,
        default: 7,
        description: 'The delay around which the copies are modulated.',
      },
      {
        name: 'mix',
        minimum: 0,
        maximum: 1,
        default: 0.5,
        description: '0 the voice alone, 1 the effect alone.',
      },
    ],
  },
  {
    type: 'reverb',
    description: 'Puts the voice into a room.',
    params: [
      {
        name: 'room_size',
        minimum: 0,
        maximum: 1,
        default: 0.5,
        description: '0 a closet, 1 a hall.',
      },
      {
        name: 'damping',
        minimum: 0,
        maximum: 1,
        default: 0.5,
        description: 'How strongly the walls absorb high frequencies.',
      },
      {
        name: 'wet_level',
        minimum: 0,
        maximum: 1,
        default: 0.33,
        description: 'The level of the reverberation.',
      },
      {
        name: 'dry_level',
        minimum: 0,
        maximum: 1,
        default: 0.4,
        description: 'The level of the voice itself.',
      },
      {
        name: 'width',
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Stereo width, 0 for mono. A recording with one channel keeps one.',
      },
    ],
  },
  {
    type: 'delay',
    description: 'Repeats the voice as an echo.',
    params: [
      {
        name: 'delay_seconds',
        minimum: 0.01,
        maximum: 2,
        default: 0.3,
        description: 'The time between echoes.',
      },
      {
        name: 'feedback',
        minimum: 0,
        maximum: 0.95,
        default: 0.3,
        description: 'How loud each echo is against the one before.',
      },
      {
        name: 'mix',
        minimum: 0,
        maximum: 1,
        default: 0.3,
        description: '0 the voice alone, 1 the echoes alone.',
      },
    ],
  },
  {
    type: 'compressor',
    description: 'Evens out loud and quiet passages.',
    params: [
      {
        name: 'threshold_db',
        minimum: -60,
        maximum: 0,
        default: -20,
        description: 'The level above which it compresses.',
      },
      {
        name: 'ratio',
        minimum: 1,
        maximum: 20,
        default: 4,
        description:
          'The compression ratio, in input decibels above the threshold per output decibel.',
      },
      {
        name: 'attack_ms',
        minimum: 0.1,
        maximum: 100,
        default: 10,
        description: 'How quickly the compression starts.',
      },
      {
        name: 'release_ms',
        minimum: 10,
        maximum: 1000,
        default: 100,
        description: 'How quickly the compression ends.',
      },
    ],
  },
  {
    type: 'gain',
    description: 'Makes the voice louder or quieter.',
    params: [
      {
        name: 'gain_db',
        minimum: -40,
        maximum: 40,
        default: 0,
        description: 'Decibels to add.',
      },
    ],
  },
  {
    type: 'highpass',
    description: 'Removes frequencies below a cutoff.',
    params: [
      {
        name: 'cutoff_frequency_hz',
        minimum: 20,
        maximum: 8000,
        default: 80,
        description: 'Lower frequencies are removed.',
      },
    ],
  },
  {
    type: 'lowpass',
    description: 'Removes frequencies above a cutoff.',
    params: [
      {
        name: 'cutoff_frequency_hz',
        minimum: 200,
        maximum: 20000,
        default: 8000,
        description: 'Higher frequencies are removed.',
      },
    ],
  },
  {
    type: 'pitch_shift',
    description: 'Makes the voice higher or lower without changing its pace.',
    params: [
      {
        name: 'semitones',
        minimum: -12,
        maximum: 12,
        default: 0,
        description: 'Semitones up; negative for down.',
      },
    ],
  },
];
