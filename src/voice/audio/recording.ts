import { AudioFault } from './faults.ts';

type AudioFormat = 'wav' | 'flac' | 'mp3' | 'ogg' | 'aiff' | 'webm' | 'mp4';

/** Samples by channel, -1 to 1, each channel of the same length. */
export type Block = readonly Float32Array[];

/** What a recording is, found from its bytes. */
export interface Recording {
  readonly format: AudioFormat;
  /** In hertz. */
  readonly sample_rate: number;
  readonly channels: number;
  /** Samples of each channel. */
  readonly frames: number;
  readonly duration_seconds: number;
}

/** A recording whose samples are decoded as they are read. */
export interface Source {
  readonly format: AudioFormat;
  /** Read these after the first block. */
  shape(): Shape;
  blocks(): AsyncGenerator<Block> | Generator<Block>;
}

export interface Shape {
  readonly sample_rate: number;
  readonly channels: number;
}

const minSampleRate = 8_000;
const maxSampleRate = 192_000;
const maxChannels = 2;
/** How long a recording may be if the caller sets no limit of its own. */
export const defaultMaxSeconds = 3_600;

export function checkShape({ sample_rate, channels }: Shape): void {
  if (channels < 1 || channels > maxChannels) {
    throw new AudioFault(
      'unsupported',
      `The recording has ${channels} channels; it must have 1 or ${maxChannels}.`,
    );
  }
  if (!(sample_rate >= minSampleRate && sample_rate <= maxSampleRate)) {
    throw new AudioFault(
      'unsupported',
      `The recording has ${sample_rate} samples a second; it must have ${minSampleRate} to ${maxSampleRate}.`,
    );
  }
}

export const recordingOf = (format: AudioFormat, shape: Shape, frames: number): Recording => ({
  format,
  ...shape,
  frames,
  duration_seconds: frames / shape.sample_rate,
});
