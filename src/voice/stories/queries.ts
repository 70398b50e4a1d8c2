import type { Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../../db/page.ts';
import { resource } from '../../db/resource.ts';

const shown = ['id', 'name', 'description', 'created_at', 'updated_at'] as const;

const stories = resource('stories', {
  columns: [...shown, 'revision'],
  missing: ['Story', 'story_id'],
});

/** `update` takes no column but the time if an item has changed; `remove` takes the items with the story. */
export const { get, insert, update, remove } = stories;

export type StoryRow = Awaited<ReturnType<typeof get>>;

/** Locks it against other changes. A change of its items locks the story first. */
export const lock = stories.locking('for no key update');

/** Locks it against changes and against new items. */
export const lockForDeletion = stories.locking('for update');

export function list(db: Db, organizationId: number, query: PageQuery) {
  return db
    .selectFrom('stories')
    .select(shown)
    .select((eb) =>
      eb
        .selectFrom('story_items')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('story_id', '=', 'stories.id')
        .$asScalar()
        .$notNull()
        .as('item_count'),
    )
    .where('organization_id', '=', organizationId)
    .$call(newestFirst(query, { after: uuidAfter(query) }))
    .execute();
}
