import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import { versionsOf } from '../generations/queries.ts';

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

interface ItemKey {
  readonly story_id: string;
  readonly item_id: string;
}

export const get = (db: Db, organizationId: number, { story_id, item_id }: ItemKey) =>
  select(db, organizationId)
    .where('item.story_id', '=', story_id)
    .where('item.id', '=', item_id)
    .executeTakeFirstOrThrow(() => notFound('Story item', 'item_id'));

/** The item's generation and pinned version. A change of them locks the story first. */
export const getPin = (
  trx: Transaction<Database>,
  organizationId: number,
  { story_id, item_id }: ItemKey,
) =>
  trx
    .selectFrom('story_items')
    .select(['id', 'generation_id', 'version_id'])
    .where('organization_id', '=', organizationId)
    .where('story_id', '=', story_id)
    .where('id', '=', item_id)
    .executeTakeFirstOrThrow(() => notFound('Story item', 'item_id'));

/** Pins a version; null unpins. */
export const pin = (trx: Transaction<Database>, id: string, versionId: string | null) =>
  trx.updateTable('story_items').set({ version_id: versionId }).where('id', '=', id).execute();

export type ItemRow = Awaited<ReturnType<typeof get>>;
