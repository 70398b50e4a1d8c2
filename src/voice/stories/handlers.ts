import { pageOf } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';
import * as items from '../story-items/queries.ts';
import { storyItem } from '../story-items/views.ts';
import * as queries from './queries.ts';

export const stories = {
  async listStories({ query, caller }, app) {
    const rows = await queries.list(app.db, caller.organization_id, query);
    return pageOf(rows, query);
  },

  async getStory({ params, caller }, app) {
    // One snapshot, so that the story and its items fit together.
    const snapshot = app.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    return snapshot.execute(async (trx) => {
      const story = await queries.get(trx, caller.organization_id, params.story_id);
      const rows = await items.list(trx, caller.organization_id, story.id);
      return { ...story, item_count: rows.length, items: rows.map(storyItem) };
    });
  },
} satisfies HandlersFor<'listStories' | 'getStory'>;
