import type { Insertable, Transaction } from 'kysely';
import type { StoryItems } from '../../../generated/database.ts';
import { type Cause, type OpenChange, recordChange } from '../../audit/actions.ts';
import type { App } from '../../context.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, invalid, limitReached } from '../../errors.ts';
import * as stories from '../stories/queries.ts';
import { lockPlayable } from './queries.ts';
import * as items from './queries.ts';
import * as rules from './timeline-rules.ts';

type Trx = Transaction<Database>;

interface Request {
  readonly organization_id: number;
  readonly story_id: string;
  readonly mustMatch: OpenChange['mustMatch'];
}

/** Locks the story for a change of its items; throws if it does not exist or If-Match names another state. */
export async function lockForChange(trx: Trx, { organization_id, story_id, mustMatch }: Request) {
  const story = await stories.lock(trx, organization_id, story_id);
  mustMatch(story);
  return story;
}

/** Locks the story for a change of one of its items. That the item is gone is said before that the story has changed. */
export async function holdItem(trx: Trx, { mustMatch, ...key }: Request & items.ItemKey) {
  const story = await stories.lock(trx, key.organization_id, key.story_id);
  const item = await items.getPlace(trx, key.organization_id, key);
  mustMatch(story);
  return { story, item };
}

/** The generation, locked against deletion; throws if there is nothing to play. */
export async function playable(
  trx: Trx,
  organizationId: number,
  { generation_id, isPinned }: { readonly generation_id: string; readonly isPinned: boolean },
) {
  const generation = await lockPlayable(trx, organizationId, generation_id);
  const { status, has_default_version } = generation;
  if (status === 'completed' && (has_default_version || isPinned)) return generation;
  const detail = ['queued', 'running'].includes(status)
    ? `The generation is ${status}. Wait until it is completed, or use another one.`
    : `The generation, which is ${status}, has no audio. Use another one.`;
  throw conflict('generation_not_ready', detail, {
    generation_status: status,
    param: 'generation_id',
  });
}

/** Throws if the item, as it would be after a change, must not be so. */
export type Check = (trx: Trx, after: items.PlaceRow) => void | Promise<void>;

export function mustHaveRoom(count: number): void {
  const limit = rules.maxItems;
  if (count < limit) return;
  const detail = `The story has ${limit} items, the maximum. Remove one first.`;
  throw limitReached('story_items', { limit, detail });
}

export function mustEndInTime(item: rules.Placed): void {
  const [end_ms, limit_ms] = [rules.endMs(item), rules.maxStoryMs];
  if (end_ms <= limit_ms) return;
  const detail = `The item would end at ${end_ms} ms; a story may last ${limit_ms} ms. Start it earlier or trim it.`;
  throw conflict('story_too_long', detail, { limit_ms, end_ms });
}

export function mustPlay(item: rules.Placed, sent: { readonly trim_end_ms?: number }): void {
  const fault = rules.trimFault(item);
  if (fault === undefined) return;
  const member = sent.trim_end_ms === undefined ? 'trim_start_ms' : 'trim_end_ms';
  throw invalid(['body', member], fault, item[member]);
}

/** The two parts of an item; throws if the time is not within it. */
export function partsAt(item: rules.Placed, at_ms: number) {
  const parts = rules.parts(item, at_ms);
  if (parts) return parts;
  const [from, to] = [item.start_time_ms + 1, rules.endMs(item) - 1];
  const detail =
    from > to
      ? 'The item is too short to be split.'
      : `\`at_ms\` is ${at_ms}; it must be between ${from} and ${to}, within the item.`;
  throw invalid(['body', 'at_ms'], detail, at_ms);
}

/** The items of a track in a new order; throws unless the ids name all of them, and nothing else. */
export function reordered(
  all: readonly items.PlaceRow[],
  { track, item_ids }: { readonly track: number; readonly item_ids: readonly string[] },
): items.PlaceRow[] {
  const onTrack = all.filter((item) => item.track === track);
  const order = rules.inOrder(onTrack, item_ids);
  if (order.items) return order.items;
  const { lacking, foreign } = order;
  const detail = `Track ${track} has ${onTrack.length} items. item_ids lacks ${lacking} of them and names ${foreign} others. Read the story again.`;
  throw conflict('story_items_differ', detail, { track, param: 'item_ids' });
}

type NewItem = Omit<Insertable<StoryItems>, 'id' | 'created_at'>;

/** Adds the item to its story, which is locked; returns the item's id. */
export async function insert(
  trx: Trx,
  { at, newId }: Pick<Cause, 'at'> & Pick<App, 'newId'>,
  item: NewItem,
): Promise<string> {
  const id = newId(at);
  await items.insert(trx, { ...item, id, created_at: at });
  return id;
}

interface Happened {
  readonly organization_id: number;
  readonly action: Parameters<typeof recordChange>[2]['action'];
  readonly story_id: string;
  readonly subject_id: string;
  readonly before: Parameters<typeof recordChange>[2]['before'];
  readonly after: Parameters<typeof recordChange>[2]['after'];
}

/** Raises the revision of the story, and records what happened to it or to an item; returns the story. */
export async function settle(trx: Trx, cause: Cause, { story_id, ...change }: Happened) {
  await recordChange(trx, cause, change);
  return stories.update(trx, story_id, { updated_at: cause.at });
}

/** What audit events show of an item. */
export const audited = (item: Omit<items.PlaceRow, 'id' | 'duration'>) => ({
  story_id: item.story_id,
  generation_id: item.generation_id,
  version_id: item.version_id,
  start_time_ms: item.start_time_ms,
  track: item.track,
  trim_start_ms: item.trim_start_ms,
  trim_end_ms: item.trim_end_ms,
  volume: item.volume,
});
