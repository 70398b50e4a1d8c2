import { createHash } from 'node:crypto';
import type { components } from '../../../generated/api.ts';
import type { VoiceApp } from '../context.ts';
import { conflict } from '../../errors.ts';
import type { For } from '../audio/pool.ts';
import { maxStoryMs } from '../story-items/timeline-rules.ts';
import { contentOf, type HeardItem } from './rules.ts';

type Format = components['schemas']['StoryExportFormat'];

/** Raise it when the same items give other bytes than before. */
const mixVersion = 2;

/** A strong ETag: equal for equal bytes alone. */
export function etagOfMix(items: readonly HeardItem[], format: Format): string {
  const content = JSON.stringify([mixVersion, format, contentOf(items)]);
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`;
}

/** The file, computed as it is read. Nothing is held before its first byte is wanted, nor after it is left. */
export async function* mixOf(
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
