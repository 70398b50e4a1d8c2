import { spanOf, type Timed } from '../../story-items/timeline-rules.ts';

/** A recording on a story's timeline. */
export interface MixItem extends Timed {
  /** A WAV file. */
  readonly path: string;
  /** A factor; 0 is silence. */
  readonly volume: number;
}

export type MixFormat = 'wav' | 'flac';

/** What a mix has, whatever its recordings have. */
export const mixShape = { sample_rate: 48_000, channels: 2 } as const;

/** Where an item's recording is heard in the mix. */
export interface Placement {
  /** The first frame of the mix, and the first after it. */
  readonly start: number;
  readonly end: number;
  /** Which frame of the whole recording, at the mix's rate, is the first. */
  readonly skipped: number;
}

export function placementOf(
  item: Timed,
  recording: { readonly sample_rate: number; readonly frames: number },
): Placement {
  const { sample_rate: rate } = mixShape;
  const frames = Math.floor((recording.frames * rate) / recording.sample_rate);
  const { from, to, origin } = spanOf(item, { rate, frames });
  return { start: from, end: to, skipped: from - origin };
}
