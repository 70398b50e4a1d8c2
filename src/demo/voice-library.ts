import type { components } from '../../generated/api.ts';

type Effect = components['schemas']['Effect'];

const compressor: Effect = {
  type: 'compressor',
  enabled: true,
  params: { threshold_db: -20, ratio: 4, attack_ms: 10, release_ms: 100 },
};
const louder: Effect = { type: 'gain', enabled: true, params: { gain_db: 2.5 } };
const softer: Effect = { type: 'lowpass', enabled: true, params: { cutoff_frequency_hz: 6500 } };
const lower: Effect = { type: 'pitch_shift', enabled: true, params: { semitones: -1 } };
const telephone: Effect = { type: 'highpass', enabled: true, params: { cutoff_frequency_hz: 300 } };
const hall: Effect = {
  type: 'reverb',
  enabled: false,
  params: { room_size: 0.3, damping: 0.5, wet_level: 0.15, dry_level: 0.8, width: 1 },
};

interface Profile {
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
  readonly language?: string;
  readonly voice_type: 'cloned' | 'preset' | 'designed';
  readonly preset_engine?: string;
  readonly preset_voice_id?: string;
  readonly design_prompt?: string;
  readonly default_engine?: string;
  readonly personality?: string;
  readonly effects_chain?: readonly Effect[];
  readonly samples?: readonly {
    readonly id?: string;
    readonly reference_text: string;
    readonly seconds: number;
  }[];
  /** The color of its picture: red, green, blue. */
  readonly color?: readonly [number, number, number];
}

/** The oldest first. */
export const profiles: readonly Profile[] = [
  {
    id: '019b7df8-8e40-7a02-8c77-90aa41d2b3f5',
    name: 'Front desk',
    description: 'Short and clear, for opening hours and transfers.',
    voice_type: 'preset',
    preset_engine: 'kokoro',
    preset_voice_id: 'af_heart',
    default_engine: 'kokoro',
    effects_chain: [telephone, compressor],
  },
  {
    name: 'Night line',
    voice_type: 'preset',
    preset_engine: 'kokoro',
    preset_voice_id: 'bm_george',
  },
  {
    name: 'Rosa',
    description: 'Spanish, for calls to customers in Madrid.',
    language: 'es',
    voice_type: 'cloned',
    default_engine: 'qwen',
    samples: [{ reference_text: 'Buenos días, le llamo por su cita del jueves.', seconds: 2.5 }],
  },
  {
    name: 'Captain',
    description: 'The narrator of the harbor tour.',
    voice_type: 'designed',
    design_prompt: 'A gruff but kind sea captain in his sixties, low voice, slow pace.',
    personality: 'Tells everything as a story and never hurries.',
  },
  {
    name: 'Bright and brisk',
    voice_type: 'designed',
    design_prompt: 'A young woman, cheerful, quick, slightly breathless.',
    default_engine: 'qwen',
  },
  {
    id: '019b7e01-b600-7c41-9d52-3f1b8a6e4c10',
    name: 'Amelia',
    description: 'Warm and unhurried, for appointment calls.',
    color: [196, 120, 160],
    voice_type: 'cloned',
    default_engine: 'qwen',
    personality: 'Patient; repeats dates and times without being asked.',
    effects_chain: [compressor, louder, hall],
    samples: [
      {
        id: '019b7e02-a060-7b22-8c33-d44e55f66a77',
        reference_text: 'Good morning, this is Amelia from Harbor Dental.',
        seconds: 2.5,
      },
      { reference_text: 'Would Thursday at half past two suit you?', seconds: 3.5 },
      { reference_text: 'Thank you, and have a lovely day.', seconds: 4.5 },
    ],
  },
];

interface Version {
  readonly id?: string;
  readonly label: string;
  readonly effects_chain?: readonly Effect[];
  readonly is_default?: true;
}
interface Generation {
  readonly id?: string;
  readonly profile: string;
  readonly text: string;
  readonly language?: string;
  readonly duration: number;
  readonly seed?: number;
  readonly instruct?: string;
  readonly engine?: string;
  readonly versions: readonly Version[];
}

const original: Version = { label: 'Original', is_default: true };

/** Oldest first. The first version of each is the source of the others. */
export const generations: readonly Generation[] = [
  {
    id: '019b7e05-d4b0-7e5f-8a6b-7c8d9e0f1a2b',
    profile: 'Amelia',
    text: 'Welcome to Harbor Dental. How can I help you today?',
    duration: 3.84,
    seed: 42,
    engine: 'qwen',
    versions: [
      { ...original, id: '019b7e05-e4b4-7334-8455-667788990011' },
      { id: '019b7e07-6320-7bbc-9cdd-eeff00112233', label: 'Warmer', effects_chain: [softer] },
    ],
  },
  {
    id: '019b7e06-bf10-7a11-9b22-1c2d3e4f5a6b',
    profile: 'Amelia',
    text: 'Press one for an appointment, two for billing, or stay on the line.',
    duration: 4.62,
    instruct: 'Evenly, with a pause after each choice.',
    engine: 'qwen',
    versions: [
      { ...original, id: '019b7e06-ceb0-7c4d-9e5f-6a7b8c9d0e1f' },
      { id: '019b7e08-1700-7d5e-8f6a-7b8c9d0e1f2a', label: 'Louder', effects_chain: [louder] },
    ],
  },
  {
    id: '019b7e07-0d30-7b3c-8d4e-5f6a7b8c9d0e',
    profile: 'Front desk',
    text: 'We are open from eight to six, Monday to Friday.',
    duration: 3.1,
    engine: 'kokoro',
    versions: [{ ...original, id: '019b7e07-1cd0-7e6f-9a7b-8c9d0e1f2a3b' }],
  },
  {
    profile: 'Captain',
    text: 'Long before there was a harbor, there was a light on that rock.',
    duration: 5.27,
    seed: 1871,
    instruct: 'Slowly, as if remembering.',
    versions: [original, { label: 'Lower', effects_chain: [lower, hall] }],
  },
  {
    profile: 'Captain',
    text: 'Mind your step, and keep to the left.',
    duration: 2.45,
    seed: 1872,
    versions: [original],
  },
  {
    profile: 'Rosa',
    text: 'Su cita es el jueves a las dos y media.',
    language: 'es',
    duration: 2.9,
    engine: 'qwen',
    versions: [original],
  },
];

interface Item {
  readonly id?: string;
  /** Positions in the lists above; that of a pinned version is within its generation. */
  readonly generation: number;
  readonly version?: number;
  readonly start_time_ms: number;
  readonly track?: number;
  readonly trim_start_ms?: number;
  readonly trim_end_ms?: number;
  readonly volume?: number;
}

interface Story {
  readonly id?: string;
  readonly name: string;
  readonly description: string | null;
  readonly items: readonly Item[];
}

/** The oldest first. */
export const stories: readonly Story[] = [
  {
    name: 'Harbor tour',
    description: null,
    items: [
      { generation: 3, version: 1, start_time_ms: 0 },
      { generation: 4, start_time_ms: 5470, trim_end_ms: 150 },
      { generation: 5, start_time_ms: 1200, track: 1, volume: 0.35 },
    ],
  },
  {
    id: '019b7e06-49e0-7d3e-a5f6-7081920a3b4c',
    name: 'Welcome tour',
    description: 'What a new customer hears first.',
    items: [
      {
        id: '019b7e08-1ea0-7b22-8c33-d44e55f66a77',
        generation: 0,
        version: 1,
        start_time_ms: 0,
        trim_end_ms: 120,
      },
      {
        id: '019b7e09-0900-7f7a-8b8c-9d0e1f2a3b4c',
        generation: 1,
        start_time_ms: 3920,
        trim_start_ms: 120,
      },
      {
        id: '019b7e09-f360-7a8b-9c9d-0e1f2a3b4c5d',
        generation: 2,
        start_time_ms: 8220,
        track: 1,
        volume: 0.8,
      },
    ],
  },
];
