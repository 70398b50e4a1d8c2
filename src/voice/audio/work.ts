import { decodeFile } from './decoding/decode.ts';
import { applyChain } from './effects/apply.ts';
import type { Effect } from './effects/chain.ts';
import { mixSamples, placementsOf } from './mixing/mix.ts';
import type { MixFormat, MixItem } from './mixing/rules.ts';
import { type Recording, recordingOf, type Shape } from './recording.ts';
import { createWavWriter } from './wav-writer.ts';

/** Writes a recording as a WAV file of the same shape with 16 bits a sample. */
async function convertToWav(
  source: string,
  target: string,
  maxSeconds: number,
): Promise<Recording> {
  let shape: Shape | undefined;
  const known = (): Shape => shape ?? { sample_rate: 0, channels: 0 };
  const writer = createWavWriter(target, known);
  try {
    await decodeFile(source, maxSeconds, (block, found) => {
      shape ??= found;
      writer.write(block);
    });
    writer.end();
    return recordingOf('wav', known(), writer.frames());
  } finally {
    writer.close();
  }
}

/** What an audio thread can do. */
export const work = {
  probe: ({ path, maxSeconds }: { path: string; maxSeconds: number }) =>
    decodeFile(path, maxSeconds),
  convert: ({ source, target, maxSeconds }: Files) => convertToWav(source, target, maxSeconds),
  applyEffects: ({ chain, ...files }: Files & { chain: readonly Effect[] }) =>
    applyChain(files, chain),
  mixPlacements: async ({ items }: { items: readonly MixItem[] }) => placementsOf(items),
  mixSamples: async ({ items, ...range }: Range & { items: readonly MixItem[] }) =>
    mixSamples(items, range),
};

interface Files {
  readonly source: string;
  readonly target: string;
  readonly maxSeconds: number;
}

interface Range {
  readonly format: MixFormat;
  readonly first: number;
  readonly end: number;
}

type Work = typeof work;
export type WorkName = keyof Work;
export type Input<Name extends WorkName> = Parameters<Work[Name]>[0];
export type Output<Name extends WorkName> = Awaited<ReturnType<Work[Name]>>;

export interface Order<Name extends WorkName = WorkName> {
  readonly name: Name;
  readonly input: Input<Name>;
}

export type Answer =
  | { readonly result: unknown }
  | { readonly fault: { readonly code: string; readonly message: string } }
  | { readonly error: unknown; readonly code: unknown };
