/** A recording on a story's timeline. Times are whole milliseconds. */
export interface MixItem {
  /** A WAV file. */
  readonly path: string;
  readonly start_time_ms: number;
  readonly trim_start_ms: number;
  readonly trim_end_ms: number;
  /** A factor; 0 is silence. */
  readonly volume: number;
}

export type MixFormat = 'wav' | 'flac';

/** What a mix has, whatever its recordings have. */
export const mixShape = { sample_rate: 48_000, channels: 2 } as const;

const framesPerMs = mixShape.sample_rate / 1_000;

/** Where an item's recording is heard in the mix. */
export interface Placement {
  /** The first frame of the mix, and the first after it. */
  readonly start: number;
  readonly end: number;
  /** Which frame of the whole recording, at the mix's rate, is the first. */
  readonly skipped: number;
}

export function placementOf(
  item: Omit<MixItem, 'path'>,
  recording: { readonly sample_rate: number; readonly frames: number },
): Placement {
  const whole = Math.floor((recording.frames * mixShape.sample_rate) / recording.sample_rate);
  const start = item.start_time_ms * framesPerMs;
  const skipped = item.trim_start_ms * framesPerMs;
  const left = whole - skipped - item.trim_end_ms * framesPerMs;
  return { start, end: start + Math.max(0, left), skipped };
}
