/** When an item plays, and how much of its audio. */
export interface Timed {
  readonly start_time_ms: number;
  readonly trim_start_ms: number;
  readonly trim_end_ms: number;
  /** In the generation's original audio, in seconds, whichever version plays. */
  readonly duration: number;
}

export interface Placed extends Timed {
  readonly track: number;
}

interface Named extends Placed {
  readonly id: string;
}

/** How many items a story has at most. */
export const maxItems = 500;
/** How long a story lasts at most. */
export const maxStoryMs = 6 * 60 * 60 * 1000;
/** The pause before an item that is put after another. */
export const gapMs = 200;

/**
 * The length of audio in whole milliseconds; what it lacks to the last one is silence. Durations are rounded to
 * microseconds first: 1.1 s is 1100 ms, though 1.1 * 1000 is a little more.
 */
export const durationMs = (seconds: number): number =>
  Math.ceil(Math.round(seconds * 1_000_000) / 1000);

/** How long the item plays, without what effects add after the end; 0 if its trims leave nothing. */
export const lengthMs = (item: Timed): number =>
  Math.max(0, durationMs(item.duration) - item.trim_start_ms - item.trim_end_ms);

export const endMs = (item: Timed): number => item.start_time_ms + lengthMs(item);

/** Where an item starts by default: after the end of everything on the track, or at 0 if it is empty. */
export function nextStartMs(items: readonly Placed[], track: number): number {
  const ends = items.filter((item) => item.track === track).map(endMs);
  return ends.length === 0 ? 0 : Math.max(...ends) + gapMs;
}

/** Items that play one after another, the first of them where the earliest did. */
export function inLine<Item extends Placed>(items: readonly Item[]): Item[] {
  let next = Math.min(...items.map((item) => item.start_time_ms));
  return items.map((item) => {
    const start_time_ms = next;
    next += lengthMs(item) + gapMs;
    return { ...item, start_time_ms };
  });
}

/** Where each item starts, by its id. */
export const startsOf = (items: readonly Named[]): Readonly<Record<string, number>> =>
  Object.fromEntries(items.map(({ id, start_time_ms }) => [id, start_time_ms]));

/** The two parts of an item that is split at a time of the story's timeline; undefined if that is not within the item. */
export function parts(item: Timed, atMs: number) {
  if (atMs <= item.start_time_ms || atMs >= endMs(item)) return undefined;
  const [before, after] = [atMs - item.start_time_ms, endMs(item) - atMs];
  return {
    first: { trim_end_ms: item.trim_end_ms + after },
    second: { start_time_ms: atMs, trim_start_ms: item.trim_start_ms + before },
  };
}

/** The samples of a timeline that an item plays. */
export interface Span {
  /** The first sample, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The timeline's sample at which the untrimmed audio would begin; negative if that is before the story. */
  readonly origin: number;
}

/** The audio that is played, which may be longer or shorter than the original. */
interface Audio {
  /** The timeline's samples in a second. */
  readonly rate: number;
  /** How many samples the audio has at this rate. */
  readonly frames: number;
}

/**
 * The samples that an item plays: the timeline's sample `t` is sample `t - origin` of its audio. Without a trim at the end,
 * the echoes that effects add after the original's end are heard. Ends and origin are rounded by themselves, so that the
 * parts of an item that was split meet, and keep its origin, at every rate and for every version.
 */
export function spanOf(item: Timed, { rate, frames }: Audio): Span {
  const sampleAt = (ms: number): number => Math.round((ms * rate) / 1000);
  const from = sampleAt(item.start_time_ms);
  const origin = sampleAt(item.start_time_ms - item.trim_start_ms);
  const last = origin + frames;
  const to = item.trim_end_ms === 0 ? last : Math.min(last, sampleAt(endMs(item)));
  return { from, to: Math.max(from, to), origin };
}

/** Why these trims are refused; undefined if they leave something to play. */
export function trimFault({ trim_start_ms, trim_end_ms, duration }: Timed): string | undefined {
  const [cut, whole] = [trim_start_ms + trim_end_ms, durationMs(duration)];
  if (cut < whole) return undefined;
  return `The trims are ${cut} ms together; they must be less than the audio's ${whole} ms.`;
}

/** The items of a track in the order of their ids; or by how many these differ from the track's. */
export function inOrder<Item extends Named>(onTrack: readonly Item[], ids: readonly string[]) {
  const byId = new Map(onTrack.map((item) => [item.id, item]));
  const named = ids.map((id) => byId.get(id.toLowerCase()));
  const found = new Set(named.filter((item) => item !== undefined));
  const [lacking, foreign] = [onTrack.length - found.size, ids.length - found.size];
  return lacking + foreign === 0 ? { items: [...found] } : { lacking, foreign };
}
