import { conflict } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { WithHeaders } from '../../http/etag.ts';
import { dispositionOf } from '../../http/file-body.ts';
import type { VoiceApp } from '../context.ts';
import * as stories from '../stories/queries.ts';
import { etagOfMix, mixOf } from './mix.ts';
import * as queries from './queries.ts';
import { type HeardItem, isHeard } from './rules.ts';

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
