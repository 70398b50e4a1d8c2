import type { ItemRow } from './queries.ts';

type WithAudio<Row> = { readonly [Name in keyof Row]: NonNullable<Row[Name]> };

/** An item that can be mixed. */
export type HeardItem = WithAudio<ItemRow>;

export const isHeard = (item: ItemRow): item is HeardItem =>
  item.file_id !== null && item.sha256 !== null;

/** What the bytes of a mix follow from, and nothing else. */
export const contentOf = (items: readonly HeardItem[]): unknown[][] =>
  items.map(({ sha256, start_time_ms, trim_start_ms, trim_end_ms, duration, volume }) => [
    sha256,
    start_time_ms,
    trim_start_ms,
    trim_end_ms,
    duration,
    volume,
  ]);
