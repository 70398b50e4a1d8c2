import { conflict } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { WithHeaders } from '../../http/etag.ts';
import { dispositionOf } from '../../http/file-body.ts';
import type { VoiceApp } from '../context.ts';
import * as stories from '../stories/queries.ts';
import * as queries from './queries.ts';
import { createHash } from 'node:crypto';
import type { components } from '../../../generated/api.ts';
import type { For } from '../audio/pool.ts';
import { maxStoryMs } from '../story-items/timeline-rules.ts';
import type { ItemRow } from './queries.ts';

type WithAudio<Row> = { readonly [Name in keyof Row]: NonNullable<Row[Name]> };

/** An item that can be mixed. */
type HeardItem = WithAudio<ItemRow>;

const isHeard = (item: ItemRow): item is HeardItem => item.file_id !== null && item.sha256 !== null;

/** What the bytes of a mix follow from, and nothing else. */
const contentOf = (items: readonly HeardItem[]): unknown[][] =>
  items.map(({ sha256, start_time_ms, trim_start_ms, trim_end_ms, duration, volume }) => [
    sha256,
    start_time_ms,
    trim_start_ms,
    trim_end_ms,
    duration,
    volume,
  ]);

type Format = components['schemas']['StoryExportFormat'];

/** Raise it when the same items give other bytes than before. */
const mixVersion = 2;

/** A strong ETag: equal for equal bytes alone. */
function etagOfMix(items: readonly HeardItem[], format: Format): string {
  const content = JSON.stringify([mixVersion, format, contentOf(items)]);
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`;
}

/** The file, computed as it is read. Nothing is held before its first byte is wanted, nor after it is left. */
async function* mixOf(
  { files, audio }: VoiceApp,
  whose: For,
  { items, format }: { readonly items: readonly HeardItem[]; readonly format: Format },
): AsyncGenerator<Uint8Array> {
  const local = new Map<string, Awaited<ReturnType<VoiceApp['files']['local']>>>();
  try {
    for (const { file_id, sha256, bytes, media_type } of items) {
      whose.signal?.throwIfAborted();
      if (local.has(file_id)) continue;
      const { organization_id } = whose;
      const file = { id: file_id, organization_id, sha256, bytes, media_type };
      local.set(file_id, await files.local(file));
    }
    const heard = items.map((item) => ({ ...item, path: local.get(item.file_id)?.path ?? '' }));
    const mix = await audio.mix(whose, heard, format);
    mustNotBeTooLong(mix.duration_seconds);
    yield* mix.read();
  } finally {
    await Promise.all([...local.values()].map((file) => file.release()));
  }
}

/** Items may have become longer since they were placed: by another default version, with echoes. */
function mustNotBeTooLong(seconds: number): void {
  const end_ms = Math.round(seconds * 1_000);
  if (end_ms <= maxStoryMs) return;
  const detail = `The story ends at ${end_ms} ms; it may last ${maxStoryMs} ms. Move or trim its last items.`;
  throw conflict('story_too_long', detail, { limit_ms: maxStoryMs, end_ms });
}

export const storyExports = {
  async exportStory({ params, query, caller, signal }, app) {
    const { organization_id } = caller;
    const format = query.format ?? 'wav';
    const story = await stories.get(app.db, organization_id, params.story_id);
    const items = heardItems(await queries.items(app.db, organization_id, story.id));
    return new WithHeaders(mixOf(app, { organization_id, signal }, { items, format }), {
      ETag: etagOfMix(items, format),
      'Content-Type': `audio/${format}`,
      'Content-Disposition': dispositionOf(`${story.name}.${format}`),
    });
  },
} satisfies HandlersFor<'exportStory', VoiceApp>;

/** The items, if all of them can be mixed. */
function heardItems(items: readonly queries.ItemRow[]): HeardItem[] {
  const silent = items.filter((item) => !isHeard(item)).map(({ id }) => id);
  if (items.length === 0 || silent.length > 0) {
    const detail =
      items.length === 0
        ? 'The story has no items. Add one first.'
        : `${silent.length} of the story's items have no audio. Remove them, or pin them to another version.`;
    throw conflict('story_without_audio', detail, { item_ids: silent });
  }
  return items.filter(isHeard);
}
