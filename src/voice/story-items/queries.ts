import { type Insertable, sql, type Transaction } from 'kysely';
import type { StoryItems } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import { versionsOf } from '../versions/queries.ts';

type Trx = Transaction<Database>;

const select = (db: Db, organizationId: number) =>
  db
    .selectFrom('story_items as item')
    .innerJoin('generations as generation', 'generation.id', 'item.generation_id')
    .innerJoin('voice_profiles as profile', 'profile.id', 'generation.profile_id')
    .select((eb) => [
      'item.id',
      'item.story_id',
      'item.generation_id',
      'item.version_id',
      'item.start_time_ms',
      'item.track',
      'item.trim_start_ms',
      'item.trim_end_ms',
      'item.volume',
      'item.created_at',
      'generation.profile_id',
      'profile.name as profile_name',
      'generation.text',
      'generation.language',
      'generation.duration',
      'generation.seed',
      'generation.instruct',
      'generation.engine',
      'generation.created_at as generation_created_at',
      versionsOf(eb.ref('generation.id')).as('versions'),
    ])
    .where('item.organization_id', '=', organizationId);

/** The items of a story, in timeline order. */
export const list = (db: Db, organizationId: number, storyId: string) =>
  select(db, organizationId)
    .where('item.story_id', '=', storyId)
    .orderBy('item.start_time_ms')
    .orderBy('item.track')
    .orderBy('item.id')
    .execute();

export interface ItemKey {
  readonly story_id: string;
  readonly item_id: string;
}

const missing = () => notFound('Story item', 'item_id');

export const get = (db: Db, organizationId: number, { story_id, item_id }: ItemKey) =>
  select(db, organizationId)
    .where('item.story_id', '=', story_id)
    .where('item.id', '=', item_id)
    .executeTakeFirstOrThrow(missing);

/** Items without what only their generation shows, apart from its duration. */
const places = (trx: Trx, organizationId: number, storyId: string) =>
  trx
    .selectFrom('story_items as item')
    .innerJoin('generations as generation', 'generation.id', 'item.generation_id')
    .select([
      'item.id',
      'item.story_id',
      'item.generation_id',
      'item.version_id',
      'item.start_time_ms',
      'item.track',
      'item.trim_start_ms',
      'item.trim_end_ms',
      'item.volume',
      'generation.duration',
    ])
    .where('item.organization_id', '=', organizationId)
    .where('item.story_id', '=', storyId);

/** The places of all items, in timeline order; the story is locked, so that they last. */
export const listPlaces = (trx: Trx, organizationId: number, storyId: string) =>
  places(trx, organizationId, storyId)
    .orderBy('item.start_time_ms')
    .orderBy('item.track')
    .orderBy('item.id')
    .execute();

/** The place of an item whose story is locked. */
export const getPlace = (trx: Trx, organizationId: number, { story_id, item_id }: ItemKey) =>
  places(trx, organizationId, story_id)
    .where('item.id', '=', item_id)
    .executeTakeFirstOrThrow(missing);

export type PlaceRow = Awaited<ReturnType<typeof getPlace>>;

/** How many items the story has; whoever counts holds its lock if the number must last. */
export async function count(db: Db, organizationId: number, storyId: string): Promise<number> {
  const { items } = await db
    .selectFrom('story_items')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('organization_id', '=', organizationId)
    .where('story_id', '=', storyId)
    .executeTakeFirstOrThrow();
  return items;
}

export const insert = (trx: Trx, values: Insertable<StoryItems>) =>
  trx.insertInto('story_items').values(values).execute();

export type ItemChange = Partial<
  Pick<
    PlaceRow,
    'version_id' | 'start_time_ms' | 'track' | 'trim_start_ms' | 'trim_end_ms' | 'volume'
  >
>;

export const update = (trx: Trx, id: string, changes: ItemChange) =>
  trx.updateTable('story_items').set(changes).where('id', '=', id).execute();

interface Start {
  readonly id: string;
  readonly start_time_ms: number;
}

/** Sets where each of these items starts. */
export const setStarts = (trx: Trx, organizationId: number, starts: readonly Start[]) =>
  sql`
    update story_items set start_time_ms = wanted.start_time_ms
    from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) as wanted(id uuid, start_time_ms integer)
    where story_items.id = wanted.id and story_items.organization_id = ${organizationId}`.execute(
    trx,
  );

export const remove = (trx: Trx, id: string) =>
  trx.deleteFrom('story_items').where('id', '=', id).execute();

export type ItemRow = Awaited<ReturnType<typeof get>>;

/** What an item needs to know of its generation, which is locked against deletion until the transaction ends. */
export const lockPlayable = (trx: Transaction<Database>, organizationId: number, id: string) =>
  trx
    .selectFrom('generations as generation')
    .select(['generation.id', 'generation.status', 'generation.duration'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('generation_versions')
            .select('id')
            .whereRef('generation_id', '=', 'generation.id')
            .where('is_default', '=', true),
        )
        .$castTo<boolean>()
        .as('has_default_version'),
    )
    .where('generation.organization_id', '=', organizationId)
    .where('generation.id', '=', id)
    .forKeyShare('generation')
    .executeTakeFirstOrThrow(() => notFound('Generation', 'generation_id'));
