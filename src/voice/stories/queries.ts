import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';

const columns = ['id', 'name', 'description', 'created_at', 'updated_at'] as const;

export function list(db: Db, organizationId: number, query: PageQuery) {
  return db
    .selectFrom('stories')
    .select(columns)
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

export const get = (db: Db, organizationId: number, id: string) =>
  db
    .selectFrom('stories')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Story', 'story_id'));

/** The story, locked against other changes until the transaction ends. A change of its items locks the story first. */
export const lock = (trx: Transaction<Database>, organizationId: number, id: string) =>
  trx
    .selectFrom('stories')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Story', 'story_id'));

/** Records the time at which the story or one of its items changed. */
export const touch = (trx: Transaction<Database>, id: string, now: Timestamp) =>
  trx.updateTable('stories').set({ updated_at: now }).where('id', '=', id).execute();
