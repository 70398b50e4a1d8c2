import { recordChange } from '../../audit/actions.ts';
import type { HandlersFor } from '../../http/contract.ts';
import * as generations from '../generations/queries.ts';
import * as stories from '../stories/queries.ts';
import * as items from './queries.ts';
import { storyItem } from './views.ts';

export const storyItems = {
  async setStoryItemVersion({ params, body: { version_id }, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    return app.db.transaction().execute(async (trx) => {
      const story = await stories.lock(trx, organization_id, params.story_id);
      const item = await items.getPin(trx, organization_id, params);
      if (version_id !== item.version_id) {
        if (version_id !== null) await generations.lockVersion(trx, { ...item, version_id });
        await items.pin(trx, item.id, version_id);
        await stories.touch(trx, story.id, cause.at);
        await recordChange(trx, cause, {
          action: 'story_item.version_set',
          organization_id,
          subject_id: item.id,
          before: { version_id: item.version_id },
          after: { version_id },
        });
      }
      return storyItem(await items.get(trx, organization_id, params));
    });
  },
} satisfies HandlersFor<'setStoryItemVersion'>;
