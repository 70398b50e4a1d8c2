import { describe, expect, test } from 'vitest';
import { createChain, type Effect } from '../../../src/voice/audio/effects/chain.ts';
import { effectDescriptions } from '../../../src/voice/effects/descriptions.ts';
import { completeEffects } from '../../../src/voice/effects/rules.ts';
import {
  amplitudeAt,
  click,
  inDecibels,
  loudestFrequency,
  noise,
  rate,
  rms,
  sine,
  type Sound,
  sound,
} from './tones.ts';

type Given = Partial<Record<string, number>>;

/** All channels after an effect with some parameters, the others by default. */
function heard(type: Effect['type'], params: Given, given: Sound): readonly Float32Array[] {
  const effects = completeEffects([{ type, params }] as Parameters<typeof completeEffects>[0]);
  const chain = createChain(effects, { sample_rate: rate, channels: given.length });
  const [body, rest] = [chain.process(given), chain.flush?.() ?? []];
  return body.map((samples, channel) => Float32Array.from([...samples, ...(rest[channel] ?? [])]));
}
const mono = (type: Effect['type'], params: Given, given: Sound): Float32Array =>
  heard(type, params, given)[0] ?? new Float32Array(0);

const none = new Float32Array(0);
const clicked = sound(0.5, click(0.1));
/** The loudest sample near a time. */
const near = (samples: Float32Array, seconds: number): number =>
  samples
    .subarray((seconds - 0.002) * rate, (seconds + 0.002) * rate)
    .reduce((max, sample) => (Math.abs(sample) > Math.abs(max) ? sample : max), 0);
const part = (samples: Float32Array, from: number, to: number): Float32Array =>
  samples.subarray(Math.round(from * rate), Math.round(to * rate));
/** A square wave, whose level is the same all the time. */
const square = (seconds: number, level: (time: number) => number): Sound =>
  sound(seconds, (time) => (Math.floor(time * 200) % 2 === 0 ? 1 : -1) * level(time));
const atDecibels = (db: number): number => 10 ** (db / 20);
const burst = (channels = 1): Sound => {
  const random = noise(0.5);
  return sound(2, (time) => (time < 0.1 ? random() : 0), { channels });
};

/** What the contract says of each parameter, measured. */
const claims: Readonly<Record<string, () => void>> = {
  'chorus.rate_hz'() {
    for (const rate_hz of [4, 9]) {
      const wavering = mono('chorus', { rate_hz, depth: 0.02, mix: 1 }, sound(2, sine(1_000)));
      const side = (offset: number): number => amplitudeAt(wavering, 1_000 + offset);
      expect(side(rate_hz)).toBeGreaterThan(10 * side(rate_hz * 1.5));
    }
  },
  'chorus.depth'() {
    const side = (depth: number): number =>
      amplitudeAt(mono('chorus', { rate_hz: 5, depth, mix: 1 }, sound(2, sine(1_000))), 1_005);
    expect(side(0)).toBeLessThan(1e-3);
    expect(side(0.01) / side(0.005)).toBeCloseTo(2, 1);
  },
  'chorus.feedback'() {
    const params = { depth: 0, mix: 1, centre_delay_ms: 20, feedback: 0.5 };
    const copies = mono('chorus', params, clicked);
    expect(near(copies, 0.14) / near(copies, 0.12)).toBeCloseTo(0.5, 3);
  },
  'chorus.centre_delay_ms'() {
    for (const centre_delay_ms of [5, 50]) {
      const copy = mono('chorus', { depth: 0, mix: 1, centre_delay_ms }, clicked);
      expect(near(copy, 0.1 + centre_delay_ms / 1_000)).toBeCloseTo(0.9, 3);
    }
  },
  'chorus.mix'() {
    for (const mix of [0, 0.25, 1]) {
      const both = mono('chorus', { depth: 0, mix, centre_delay_ms: 20 }, clicked);
      expect(near(both, 0.1)).toBeCloseTo(0.9 * (1 - mix), 3);
      expect(near(both, 0.12)).toBeCloseTo(0.9 * mix, 3);
    }
  },
  'reverb.room_size'() {
    const late = (room_size: number): number =>
      rms(part(mono('reverb', { room_size }, burst()), 0.8, 1.2));
    expect(late(1)).toBeGreaterThan(10 * late(0.2));
  },
  'reverb.damping'() {
    const late = (damping: number, type: 'highpass' | 'lowpass', cutoff: number): number => {
      const room = mono('reverb', { damping, dry_level: 0 }, burst());
      return rms(part(mono(type, { cutoff_frequency_hz: cutoff }, [room]), 0.4, 0.8));
    };
    expect(late(1, 'highpass', 6_000)).toBeLessThan(0.2 * late(0, 'highpass', 6_000));
    expect(late(1, 'lowpass', 300)).toBeGreaterThan(0.7 * late(0, 'lowpass', 300));
  },
  'reverb.wet_level'() {
    const level = (wet_level: number): number =>
      rms(mono('reverb', { wet_level, dry_level: 0 }, burst()));
    expect(level(0)).toBe(0);
    expect(level(1) / level(0.5)).toBeCloseTo(2, 5);
  },
  'reverb.dry_level'() {
    for (const dry_level of [0, 0.25, 0.5, 1]) {
      const voice = mono('reverb', { dry_level, wet_level: 0 }, clicked);
      expect(voice).toEqual((clicked[0] ?? none).map((sample) => sample * dry_level));
      // The room answers later.
      expect(near(mono('reverb', { dry_level }, clicked), 0.1)).toBeCloseTo(0.9 * dry_level, 3);
    }
  },
  'reverb.width'() {
    const [one] = burst();
    const sides = (width: number): readonly Float32Array[] =>
      heard('reverb', { width, dry_level: 0 }, [one ?? none, one ?? none]);
    const apart = (width: number): number => {
      const [left = none, right = none] = sides(width);
      return rms(left.map((sample, index) => sample - (right[index] ?? 0)));
    };
    expect(apart(0)).toBe(0);
    expect(apart(1) / apart(0.5)).toBeCloseTo(2, 5);
    expect(heard('reverb', { width: 1 }, burst())).toHaveLength(1);
  },
  'delay.delay_seconds'() {
    const echo = mono('delay', { delay_seconds: 0.25, feedback: 0, mix: 1 }, clicked);
    expect(near(echo, 0.35)).toBeCloseTo(0.9, 5);
  },
  'delay.feedback'() {
    const echoes = mono('delay', { delay_seconds: 0.1, feedback: 0.4, mix: 1 }, clicked);
    expect(near(echoes, 0.3) / near(echoes, 0.2)).toBeCloseTo(0.4, 5);
    expect(near(echoes, 0.4) / near(echoes, 0.3)).toBeCloseTo(0.4, 5);
  },
  'delay.mix'() {
    for (const mix of [0, 0.25, 1]) {
      const both = mono('delay', { delay_seconds: 0.1, mix }, clicked);
      expect(near(both, 0.1)).toBeCloseTo(0.9 * (1 - mix), 5);
      expect(near(both, 0.2)).toBeCloseTo(0.9 * mix, 5);
    }
  },
  'compressor.threshold_db'() {
    const change = (db: number): number => {
      const level = atDecibels(db);
      const lower = mono(
        'compressor',
        { threshold_db: -30, ratio: 20 },
        square(1, () => level),
      );
      return inDecibels(rms(part(lower, 0.5, 1)) / level);
    };
    expect(change(-31)).toBeCloseTo(0, 2);
    expect(change(-20)).toBeLessThan(-9);
  },
  'compressor.ratio'() {
    for (const ratio of [1, 2, 10]) {
      const given = square(1, () => atDecibels(-6));
      const lower = mono('compressor', { threshold_db: -26, ratio }, given);
      expect(inDecibels(rms(part(lower, 0.5, 1)))).toBeCloseTo(-26 + 20 / ratio, 1);
    }
  },
  'compressor.attack_ms'() {
    const params = { threshold_db: -40, ratio: 20, attack_ms: 100 };
    const lower = mono(
      'compressor',
      params,
      square(1, (time) => (time < 0.5 ? 0 : 0.5)),
    );
    const end = Math.abs(lower.at(-1) ?? 0);
    expect(Math.abs(near(lower, 0.505)) / end).toBeGreaterThan(1.5);
    expect(Math.abs(near(lower, 0.6)) / end).toBeLessThan(1.01);
  },
  'compressor.release_ms'() {
    const params = { threshold_db: -20, ratio: 20, attack_ms: 1, release_ms: 500 };
    const lower = mono(
      'compressor',
      params,
      square(2, (time) => (time < 1 ? 1 : 0.05)),
    );
    expect(Math.abs(near(lower, 1.05))).toBeLessThan(0.04);
    expect(Math.abs(near(lower, 1.5))).toBeCloseTo(0.05, 3);
  },
  'gain.gain_db'() {
    for (const gain_db of [-40, 6, 40])
      expect(inDecibels(near(mono('gain', { gain_db }, clicked), 0.1) / 0.9)).toBeCloseTo(
        gain_db,
        3,
      );
  },
  'highpass.cutoff_frequency_hz'() {
    for (const cutoff_frequency_hz of [100, 2_000]) {
      const at = (frequency: number): number => {
        const kept = mono('highpass', { cutoff_frequency_hz }, sound(1, sine(frequency)));
        return inDecibels(amplitudeAt(kept, frequency) / 0.5);
      };
      expect(at(cutoff_frequency_hz)).toBeCloseTo(-3.01, 1);
      expect(at(cutoff_frequency_hz / 4)).toBeLessThan(-23);
      expect(at(cutoff_frequency_hz * 4)).toBeGreaterThan(-0.1);
    }
  },
  'lowpass.cutoff_frequency_hz'() {
    for (const cutoff_frequency_hz of [200, 4_000]) {
      const at = (frequency: number): number => {
        const kept = mono('lowpass', { cutoff_frequency_hz }, sound(1, sine(frequency)));
        return inDecibels(amplitudeAt(kept, frequency) / 0.5);
      };
      expect(at(cutoff_frequency_hz)).toBeCloseTo(-3.01, 1);
      expect(at(cutoff_frequency_hz * 4)).toBeLessThan(-23);
      expect(at(cutoff_frequency_hz / 4)).toBeGreaterThan(-0.1);
    }
  },
  'pitch_shift.semitones'() {
    for (const semitones of [-12, 3]) {
      const shifted = mono('pitch_shift', { semitones }, sound(1.5, sine(500)));
      const expected = 500 * 2 ** (semitones / 12);
      const range = { from: expected - 10, to: expected + 10, step: 0.5 };
      const found = loudestFrequency(part(shifted, 0.25, 1.25), range);
      expect(Math.abs(found - expected)).toBeLessThan(expected * 0.002 + 0.5);
    }
  },
};

describe('A parameter does what the contract says', () => {
  const parameters = effectDescriptions.flatMap(({ type, params }) =>
    params.map(({ name, description }) => ({ name: `${type}.${name}`, description })),
  );

  test('for each of them', () => {
    expect(Object.keys(claims)).toEqual(parameters.map(({ name }) => name));
  });

  test.each(parameters)('$name: $description', ({ name }) => {
    expect(() => claims[name]?.()).not.toThrow();
  });
});
