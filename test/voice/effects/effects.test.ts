import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { completeEffects } from '../../../src/voice/effects/rules.ts';
import { loadContract } from '../../../src/http/operations.ts';

const { document } = loadContract();
const contract = { $id: 'contract', components: document.components };
const schemas = new Ajv2020({ strict: false }).addSchema(contract);
const isEffect = schemas.getSchema('contract#/components/schemas/Effect')!;
const isInput = schemas.getSchema('contract#/components/schemas/EffectInput')!;

/** The types, with default, minimum and maximum of each parameter. */
const effects: [string, Record<string, [number, number, number]>][] = [
  [
    'chorus',
    {
      rate_hz: [1, 0.01, 20],
      depth: [0.5, 0, 1],
      feedback: [0, 0, 0.95],
      centre_delay_ms: [7, 0.5, 50],
      mix: [0.5, 0, 1],
    },
  ],
  [
    'reverb',
    {
      room_size: [0.5, 0, 1],
      damping: [0.5, 0, 1],
      wet_level: [0.33, 0, 1],
      dry_level: [0.4, 0, 1],
      width: [1, 0, 1],
    },
  ],
  ['delay', { delay_seconds: [0.3, 0.01, 2], feedback: [0.3, 0, 0.95], mix: [0.3, 0, 1] }],
  [
    'compressor',
    {
      threshold_db: [-20, -60, 0],
      ratio: [4, 1, 20],
      attack_ms: [10, 0.1, 100],
      release_ms: [100, 10, 1000],
    },
  ],
  ['gain', { gain_db: [0, -40, 40] }],
  ['highpass', { cutoff_frequency_hz: [80, 20, 8000] }],
  ['lowpass', { cutoff_frequency_hz: [8000, 200, 20_000] }],
  ['pitch_shift', { semitones: [0, -12, 12] }],
];
const defaults = new Map(
  effects.map(([type, params]) => [
    type,
    Object.fromEntries(Object.entries(params).map(([name, [value]]) => [name, value])),
  ]),
);
const parameters = effects.flatMap(([type, params]) =>
  Object.entries(params).map(([name, [standard, least, greatest]]) => ({
    type,
    name,
    standard,
    least,
    greatest,
  })),
);

describe('An effect of the contract', () => {
  test.each(effects)('is %s with all of its parameters and no others', (type) => {
    const params = defaults.get(type) ?? {};

    expect(isEffect({ type, enabled: true, params })).toBe(true);
    expect(isEffect({ type, params })).toBe(false);
    expect(isEffect({ type, enabled: true, params: { ...params, loudness: 1 } })).toBe(false);
    for (const name of Object.keys(params)) {
      expect(isEffect({ type, enabled: true, params: { ...params, [name]: undefined } })).toBe(
        false,
      );
      expect(isEffect({ type, enabled: true, params: { ...params, [name]: '1' } })).toBe(false);
    }
  });

  test.each(parameters)(
    'has $type.$name from $least to $greatest, default $standard',
    ({ type, name, standard, least, greatest }) => {
      const fits = (value: number): boolean =>
        isEffect({
          type,
          enabled: false,
          params: { ...defaults.get(type), [name]: value },
        }) as boolean;

      expect([least - 0.001, least, greatest, greatest + 0.001].map(fits)).toEqual([
        false,
        true,
        true,
        false,
      ]);
      expect(declaredDefault(type, name)).toBe(standard);
      const sent = (value: number) => isInput({ type, params: { [name]: value } });
      expect([least - 0.001, least, greatest, greatest + 0.001].map(sent)).toEqual([
        false,
        true,
        true,
        false,
      ]);
    },
  );

  test.each(effects)('is completed if %s is sent without parameters', (type) => {
    const params = defaults.get(type);
    const input = { type } as Parameters<typeof completeEffects>[0][number];

    expect(isInput(input)).toBe(true);
    expect(isInput({ type, loudness: 1 })).toBe(false);
    expect(completeEffects([input])).toEqual([{ type, enabled: true, params }]);
  });

  test('has no other type', () => {
    expect(isEffect({ type: 'flanger', enabled: true, params: {} })).toBe(false);
    expect(isEffect({ type: 'gain', enabled: true, params: defaults.get('chorus') })).toBe(false);
  });
});

interface EffectSchema {
  readonly properties: {
    readonly type: { readonly const?: string };
    readonly params: { readonly $ref: string };
  };
}
interface ParamsSchema {
  readonly properties: Record<string, { readonly default: number }>;
}

function declaredDefault(type: string, name: string): number | undefined {
  const schemas = (document.components['schemas'] ?? {}) as Record<
    string,
    Partial<EffectSchema & ParamsSchema>
  >;
  const effect = Object.values(schemas).find(
    ({ properties }) => properties?.type?.const === type,
  ) as EffectSchema | undefined;
  const params = effect?.properties.params.$ref.split('/').at(-1) ?? '';
  return (schemas[params] as ParamsSchema | undefined)?.properties[name]?.default;
}
