import { asChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { pageOf } from '../../db/page.ts';
import { tagged } from '../../http/etag.ts';
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

  createStory: asChange(async ({ trx, body, organization_id, at, record }, app) => {
    const story = await queries.insert(trx, {
      id: app.newId(at),
      organization_id,
      name: body.name,
      description: body.description ?? null,
      created_at: at,
      updated_at: at,
    });
    await mustFit(trx, organization_id, ['story_limit']);
    await record('story.created', story.id, { after: audited(story) });
    return shown(story, []);
  }),

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

  updateStory: asChange(async ({ trx, params, body, organization_id, at, mustMatch, record }) => {
    const former = await queries.lock(trx, organization_id, params.story_id);
    mustMatch(former);
    let story = former;
    if (changes(former, body)) {
      story = await queries.update(trx, former.id, { ...body, updated_at: at });
      const after = audited(story);
      await record('story.updated', story.id, { before: audited(former), after });
    }
    return shown(story, await items.list(trx, organization_id, story.id));
  }),

  deleteStory: asChange(async ({ trx, params, organization_id, mustMatch, record }) => {
    const story = await queries.lockForDeletion(trx, organization_id, params.story_id);
    mustMatch(story);
    const item_count = await items.count(trx, organization_id, story.id);
    await queries.remove(trx, story.id);
    const before = { ...audited(story), item_count };
    await record('story.deleted', story.id, { before });
  }),
} satisfies HandlersFor<
  'listStories' | 'createStory' | 'getStory' | 'updateStory' | 'deleteStory',
  VoiceApp
>;

const shown = (row: queries.StoryRow, rows: readonly items.ItemRow[]) =>
  tagged(storyDetail(row, rows), row);

const audited = ({ name, description }: queries.StoryRow) => ({ name, description });
