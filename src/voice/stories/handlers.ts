import { v7 as uuid } from 'uuid';
import { recordChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { pageOf } from '../../db/page.ts';
import { mustMatch, tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { VoiceApp } from '../context.ts';
import * as items from '../story-items/queries.ts';
import * as queries from './queries.ts';
import { changes } from './rules.ts';
import { storyDetail } from './views.ts';

export const stories = {
  async listStories({ query, caller }, app) {
    const rows = await queries.list(app.db, caller.organization_id, query);
    return pageOf(rows, query);
  },

  async createStory({ body, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const story = await queries.insert(trx, {
        id: uuid({ msecs: Date.parse(cause.at) }),
        organization_id,
        name: body.name,
        description: body.description ?? null,
        created_at: cause.at,
        updated_at: cause.at,
      });
      await mustFit(trx, organization_id, ['story_limit']);
      const change = { organization_id, subject_id: story.id, before: null, after: audited(story) };
      await recordChange(trx, cause, { action: 'story.created', ...change });
      return shown(story, []);
    });
  },

  async getStory({ params, caller }, app) {
    // One snapshot, so that the story and its items fit together.
    const snapshot = app.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    return snapshot.execute(async (trx) => {
      const story = await queries.get(trx, caller.organization_id, params.story_id);
      return shown(story, await items.list(trx, caller.organization_id, story.id));
    });
  },

  async updateStory({ params, headers, body, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const former = await queries.lock(trx, organization_id, params.story_id);
      mustMatch(headers['if-match'], former);
      let story = former;
      if (changes(former, body)) {
        story = await queries.update(trx, former.id, { ...body, updated_at: cause.at });
        const change = { organization_id, subject_id: story.id, before: audited(former) };
        const after = audited(story);
        await recordChange(trx, cause, { action: 'story.updated', ...change, after });
      }
      return shown(story, await items.list(trx, organization_id, story.id));
    });
  },

  async deleteStory({ params, headers, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    await app.db.transaction().execute(async (trx) => {
      const story = await queries.lockForDeletion(trx, organization_id, params.story_id);
      mustMatch(headers['if-match'], story);
      const item_count = await items.count(trx, organization_id, story.id);
      await queries.remove(trx, story.id);
      const before = { ...audited(story), item_count };
      const change = { organization_id, subject_id: story.id, before, after: null };
      await recordChange(trx, cause, { action: 'story.deleted', ...change });
    });
  },
} satisfies HandlersFor<
  'listStories' | 'createStory' | 'getStory' | 'updateStory' | 'deleteStory',
  VoiceApp
>;

const shown = (row: queries.StoryRow, rows: readonly items.ItemRow[]) =>
  tagged(storyDetail(row, rows), row);

const audited = ({ name, description }: queries.StoryRow) => ({ name, description });
