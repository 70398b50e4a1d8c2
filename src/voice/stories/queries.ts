import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { Stories } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../../db/page.ts';
import { notFound } from '../../errors.ts';

type Trx = Transaction<Database>;

const shown = ['id', 'name', 'description', 'created_at', 'updated_at'] as const;
const columns = [...shown, 'revision'] as const;

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

const missing = () => notFound('Story', 'story_id');

export const get = (db: Db, organizationId: number, id: string) =>
  db
    .selectFrom('stories')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(missing);

export type StoryRow = Awaited<ReturnType<typeof get>>;

/** The story, locked against other changes until the transaction ends. A change of its items locks the story first. */
export const lock = (trx: Trx, organizationId: number, id: string) =>
  trx
    .selectFrom('stories')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(missing);

/** The story, locked against changes and against new items. */
export const lockForDeletion = (trx: Trx, organizationId: number, id: string) =>
  trx
    .selectFrom('stories')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(missing);

export const insert = (trx: Trx, values: Insertable<Stories>) =>
  trx.insertInto('stories').values(values).returning(columns).executeTakeFirstOrThrow();

type Change = Pick<Updateable<Stories>, 'name' | 'description' | 'updated_at'>;

/** Writes the given columns, none but the time if an item changed, and increments the revision. */
export const update = (trx: Trx, id: string, changes: Change) =>
  trx
    .updateTable('stories')
    .set({ ...changes, revision: sql`revision + 1` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Removes the story with its items. */
export const remove = (trx: Trx, id: string) =>
  trx.deleteFrom('stories').where('id', '=', id).execute();
