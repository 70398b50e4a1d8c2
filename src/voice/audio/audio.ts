import { createHash } from 'node:crypto';
import type { Effect } from './effects/chain.ts';
import { flacHeader, frameSamples } from './flac/encode.ts';
import { type MixFormat, type MixItem, mixShape, type Placement } from './mixing/rules.ts';
import { createPool, type For, type Pool } from './pool.ts';
import { defaultMaxSeconds, type Recording } from './recording.ts';
import { headerBytes, wavHeader } from './wav.ts';

interface Files {
  readonly source: string;
  readonly target: string;
  /** The longest recording that is read; an hour by default. */
  readonly maxSeconds?: number;
}

/** A mix that is computed as it is read. */
interface Mix {
  /** Of each channel. */
  readonly frames: number;
  readonly duration_seconds: number;
  /** The length of the file; null for FLAC, where it follows from the samples. */
  readonly bytes: number | null;
  /** The file: 16 bits, 48 kHz, stereo. Nothing is computed while nobody reads. */
  read(): AsyncGenerator<Buffer>;
}

/**
 * Computes audio in threads, which the organizations share fairly. Rejects with an AudioFault for a recording that
 * cannot be used, and with a Failure if too much work waits.
 */
export interface Audio {
  /** Decodes a recording of any supported format to its end and reports what it is. */
  probe(whose: For, path: string, limits?: { readonly maxSeconds?: number }): Promise<Recording>;
  /** Writes a recording as a 16-bit WAV file of the same sample rate and channels; reports what was written. */
  convert(whose: For, files: Files): Promise<Recording>;
  /**
   * Writes a recording with effects as a 16-bit WAV file of the same sample rate and channels; reports what was written.
   * It is up to 10 s longer if the chain echoes; what exceeds full scale is clipped.
   */
  applyEffects(
    whose: For,
    files: Files & { readonly chain: readonly Effect[] },
  ): Promise<Recording>;
  /** Adds up recordings, WAV files, on a timeline; what exceeds full scale is clipped. */
  mix(whose: For, items: readonly MixItem[], format?: MixFormat): Promise<Mix>;
  end(): Promise<void>;
}

/** One computation's part of a mix: short, so that others get their turn, and long enough to be worth it. */
const blockFrames = 24 * frameSamples;

export function createAudio(pool: Pool = createPool()): Audio {
  return {
    probe: (whose, path, { maxSeconds = defaultMaxSeconds } = {}) =>
      pool.run(whose, 'probe', { path, maxSeconds }),
    convert: (whose, { maxSeconds = defaultMaxSeconds, ...files }) =>
      pool.run(whose, 'convert', { ...files, maxSeconds }),
    applyEffects: (whose, { maxSeconds = defaultMaxSeconds, ...files }) =>
      pool.run(whose, 'applyEffects', { ...files, maxSeconds }),
    async mix(whose, items, format = 'wav') {
      const placements = await pool.run(whose, 'mixPlacements', { items });
      const frames = placements.reduce((last, { end }) => Math.max(last, end), 0);
      async function* blocks(as: MixFormat): AsyncGenerator<Uint8Array> {
        for (let first = 0; first < frames; first += blockFrames) {
          const end = Math.min(frames, first + blockFrames);
          const heard = items.filter((_, index) => overlaps(placements[index], first, end));
          yield await pool.run(whose, 'mixSamples', { items: heard, format: as, first, end });
        }
      }
      /** The MD5 of FLAC stands before the samples, so they are computed twice. */
      async function md5(): Promise<Buffer> {
        const hash = createHash('md5');
        for await (const block of blocks('wav')) hash.update(block);
        return hash.digest();
      }
      return {
        frames,
        duration_seconds: frames / mixShape.sample_rate,
        bytes: format === 'wav' ? headerBytes + frames * 2 * mixShape.channels : null,
        async *read() {
          yield format === 'wav' ? wavHeader(mixShape, frames) : flacHeader(mixShape, frames);
          if (format === 'flac') yield md5();
          for await (const block of blocks(format)) yield Buffer.from(block);
        },
      };
    },
    end: () => pool.end(),
  };
}

const overlaps = (placement: Placement | undefined, first: number, end: number): boolean =>
  placement !== undefined && placement.start < end && placement.end > first;
