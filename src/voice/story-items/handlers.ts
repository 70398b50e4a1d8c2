import { asChange, makeChange } from '../../audit/actions.ts';
import type { OperationRequest, HandlersFor } from '../../http/contract.ts';
import { tagged } from '../../http/etag.ts';
import type { VoiceApp } from '../context.ts';
import { changes } from '../stories/rules.ts';
import * as stories from '../stories/queries.ts';
import { storyDetail } from '../stories/views.ts';
import { lockVersion } from '../versions/queries.ts';
import * as actions from './actions.ts';
import * as items from './queries.ts';
import { inLine, nextStartMs, startsOf } from './timeline-rules.ts';
import { storyItem } from './views.ts';

export const storyItems = {
  async getStoryItem({ params, caller }, app) {
    // One snapshot, so that the item is as the story's revision says.
    const snapshot = app.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    return snapshot.execute(async (trx) => {
      const story = await stories.get(trx, caller.organization_id, params.story_id);
      return shown(await items.get(trx, caller.organization_id, params), story);
    });
  },

  addStoryItem: asChange(async ({ trx, params, body, organization_id, cause, mustMatch }, app) => {
    const { story_id } = params;
    const { generation_id, version_id = null, track = 0, volume = 1 } = body;
    const { trim_start_ms = 0, trim_end_ms = 0 } = body;
    await actions.lockForChange(trx, { organization_id, story_id, mustMatch });
    const wanted = { generation_id, isPinned: version_id !== null };
    const { duration } = await actions.playable(trx, organization_id, wanted);
    if (version_id !== null) await lockVersion(trx, { generation_id, version_id });
    const others = await items.listPlaces(trx, organization_id, story_id);
    actions.mustHaveRoom(others.length);
    const start_time_ms = body.start_time_ms ?? nextStartMs(others, track);
    const place = { start_time_ms, track, trim_start_ms, trim_end_ms, volume };
    actions.mustPlay({ ...place, duration }, body);
    actions.mustEndInTime({ ...place, duration });
    const item = { ...place, organization_id, story_id, generation_id, version_id };
    const item_id = await actions.insert(trx, { ...cause, newId: app.newId }, item);
    const change = { organization_id, story_id, subject_id: item_id, before: null };
    const after = actions.audited(item);
    const story = await actions.settle(trx, cause, {
      ...change,
      action: 'story_item.added',
      after,
    });
    return shown(await items.get(trx, organization_id, { story_id, item_id }), story);
  }),

  removeStoryItem: asChange(async ({ trx, params, organization_id, cause, mustMatch }) => {
    const request = { organization_id, ...params, mustMatch };
    const { item } = await actions.holdItem(trx, request);
    await items.remove(trx, item.id);
    const before = actions.audited(item);
    const change = { organization_id, ...params, subject_id: item.id, before, after: null };
    await actions.settle(trx, cause, { ...change, action: 'story_item.removed' });
  }),

  moveStoryItem: async (call, app) =>
    edit(call, app, {
      action: 'story_item.moved',
      change: call.body,
      check: (_, after) => actions.mustEndInTime(after),
    }),

  trimStoryItem: async (call, app) =>
    edit(call, app, {
      action: 'story_item.trimmed',
      change: call.body,
      check: (_, after) => {
        actions.mustPlay(after, call.body);
        actions.mustEndInTime(after);
      },
    }),

  setStoryItemVolume: async (call, app) =>
    edit(call, app, { action: 'story_item.volume_set', change: call.body }),

  setStoryItemVersion: async (call, app) => {
    const version_id = call.body.version_id?.toLowerCase() ?? null;
    return edit(call, app, {
      action: 'story_item.version_set',
      change: { version_id },
      check: async (trx, item) => {
        if (version_id !== null) await lockVersion(trx, { ...item, version_id });
      },
    });
  },

  splitStoryItem: asChange(
    async ({ trx, params, body: { at_ms }, organization_id, cause, mustMatch }, app) => {
      const request = { organization_id, ...params, mustMatch };
      const { item } = await actions.holdItem(trx, request);
      actions.mustHaveRoom(await items.count(trx, organization_id, params.story_id));
      const { first, second } = actions.partsAt(item, at_ms);
      const { id, duration: _, ...copy } = item;
      await items.update(trx, id, first);
      const item_id = await actions.insert(
        trx,
        { ...cause, newId: app.newId },
        { ...copy, ...second, organization_id },
      );
      const story = await actions.settle(trx, cause, {
        organization_id,
        ...params,
        action: 'story_item.split',
        subject_id: id,
        before: actions.audited(item),
        after: { ...actions.audited({ ...item, ...first }), at_ms, new_item_id: item_id },
      });
      return shown(await items.get(trx, organization_id, { ...params, item_id }), story);
    },
  ),

  duplicateStoryItem: asChange(
    async ({ trx, params, body, organization_id, cause, mustMatch }, app) => {
      const request = { organization_id, ...params, mustMatch };
      const { item } = await actions.holdItem(trx, request);
      const others = await items.listPlaces(trx, organization_id, params.story_id);
      actions.mustHaveRoom(others.length);
      const { id, duration, ...original } = item;
      const track = body.track ?? item.track;
      const start_time_ms = body.start_time_ms ?? nextStartMs(others, track);
      const copy = { ...original, track, start_time_ms };
      actions.mustEndInTime({ ...copy, duration });
      const item_id = await actions.insert(
        trx,
        { ...cause, newId: app.newId },
        { ...copy, organization_id },
      );
      const story = await actions.settle(trx, cause, {
        organization_id,
        ...params,
        action: 'story_item.duplicated',
        subject_id: item_id,
        before: null,
        after: { ...actions.audited(copy), duplicated_from: id },
      });
      return shown(await items.get(trx, organization_id, { ...params, item_id }), story);
    },
  ),

  reorderStoryItems: asChange(async ({ trx, params, body, organization_id, cause, mustMatch }) => {
    const { story_id } = params;
    let story = await actions.lockForChange(trx, { organization_id, story_id, mustMatch });
    const all = await items.listPlaces(trx, organization_id, story_id);
    const after = inLine(actions.reordered(all, body));
    for (const item of after) actions.mustEndInTime(item);
    const before = all.filter(({ track }) => track === body.track);
    if (changes(startsOf(before), startsOf(after))) {
      await items.setStarts(trx, organization_id, after);
      story = await actions.settle(trx, cause, {
        organization_id,
        story_id,
        action: 'story.items_reordered',
        subject_id: story_id,
        before: { track: body.track, starts: startsOf(before) },
        after: { track: body.track, starts: startsOf(after) },
      });
    }
    const rows = await items.list(trx, organization_id, story_id);
    return tagged(storyDetail(story, rows), story);
  }),
} satisfies HandlersFor<
  | 'getStoryItem'
  | 'addStoryItem'
  | 'removeStoryItem'
  | 'moveStoryItem'
  | 'trimStoryItem'
  | 'setStoryItemVolume'
  | 'setStoryItemVersion'
  | 'splitStoryItem'
  | 'duplicateStoryItem'
  | 'reorderStoryItems',
  VoiceApp
>;

interface Edit {
  readonly action: Parameters<typeof actions.settle>[2]['action'];
  readonly change: items.ItemChange;
  /** Throws if the item must not become so. */
  readonly check?: actions.Check;
}

/** Writes nothing, not even the revision, if the item already is so. */
const edit = (
  request: OperationRequest<
    'moveStoryItem' | 'trimStoryItem' | 'setStoryItemVolume' | 'setStoryItemVersion'
  >,
  app: VoiceApp,
  { action, change, check }: Edit,
) =>
  makeChange(request, app, async ({ trx, organization_id, cause, mustMatch }) => {
    const key = { organization_id, ...request.params };
    const { story, item } = await actions.holdItem(trx, { ...key, mustMatch });
    if (!changes(item, change)) return shown(await items.get(trx, organization_id, key), story);
    const changed = { ...item, ...change };
    await check?.(trx, changed);
    await items.update(trx, item.id, change);
    const [before, after] = [actions.audited(item), actions.audited(changed)];
    const about = { ...key, subject_id: item.id, action, before, after };
    const settled = await actions.settle(trx, cause, about);
    return shown(await items.get(trx, organization_id, key), settled);
  });

/** The item, with the ETag of its story. */
const shown = (row: items.ItemRow, story: stories.StoryRow) => tagged(storyItem(row), story);
