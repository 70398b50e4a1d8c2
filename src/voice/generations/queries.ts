import { type Insertable, type Transaction } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { Generations } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../../db/page.ts';
import { resource } from '../../db/resource.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';

type Trx = Transaction<Database>;

const missing = () => notFound('Generation', 'generation_id');
const profileMissing = () => notFound('Voice profile', 'profile_id');

const select = (db: Db, organizationId: number) =>
  db
    .selectFrom('generations as generation')
    .innerJoin('voice_profiles as profile', 'profile.id', 'generation.profile_id')
    .leftJoin('generation_versions as version', (join) =>
      join.onRef('version.generation_id', '=', 'generation.id').on('version.is_default', '=', true),
    )
    .select([
      'generation.id',
      'generation.profile_id',
      'profile.name as profile_name',
      'generation.created_from',
      'generation.text',
      'generation.language',
      'generation.seed',
      'generation.instruct',
      'generation.engine',
      'generation.model',
      'generation.status',
      'generation.parts',
      'generation.parts_done',
      'generation.error_code',
      'generation.error_message',
      'generation.duration',
      'version.id as default_version_id',
      'generation.revision',
      'generation.created_at',
      'generation.started_at',
      'generation.ended_at',
    ])
    .where('generation.organization_id', '=', organizationId);

interface ListQuery extends PageQuery {
  readonly profile_id?: string;
  readonly status?: components['schemas']['GenerationStatus'];
}

export const list = (db: Db, organizationId: number, query: ListQuery) =>
  select(db, organizationId)
    .$if(query.profile_id !== undefined, (rows) =>
      rows.where('generation.profile_id', '=', query.profile_id ?? ''),
    )
    .$if(query.status !== undefined, (rows) =>
      rows.where('generation.status', '=', query.status ?? 'queued'),
    )
    .$call(newestFirst(query, { column: 'generation.id', after: uuidAfter(query) }))
    .execute();

export const find = (db: Db, organizationId: number, id: string) =>
  select(db, organizationId).where('generation.id', '=', id).executeTakeFirst();

export async function get(db: Db, organizationId: number, id: string): Promise<GenerationRow> {
  const row = await find(db, organizationId, id);
  if (!row) throw missing();
  return row;
}

const ids = resource('generations', { columns: ['id'], missing: ['Generation', 'generation_id'] });

export const { get: mustExist, remove } = ids;

/** The generation, locked against other changes until the transaction ends. A change of its versions locks it first. */
export async function lock(trx: Trx, organizationId: number, id: string): Promise<GenerationRow> {
  await ids.locking('for no key update')(trx, organizationId, id);
  return get(trx, organizationId, id);
}

/** The same, locked so that no story item begins to show it. */
export async function lockForDeletion(
  trx: Trx,
  organizationId: number,
  id: string,
): Promise<GenerationRow> {
  await ids.locking('for update')(trx, organizationId, id);
  return get(trx, organizationId, id);
}

const profile = (db: Db, organizationId: number, id: string) =>
  db
    .selectFrom('voice_profiles')
    .select(['id', 'language', 'default_engine', 'preset_engine', 'preset_voice_id'])
    .select('design_prompt')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);

/** What speech takes of a profile. */
export const getProfile = (db: Db, organizationId: number, id: string) =>
  profile(db, organizationId, id).executeTakeFirstOrThrow(profileMissing);

/** The same, of a profile that is not deleted before the transaction ends. */
export const profileFor = (trx: Trx, organizationId: number, id: string) =>
  profile(trx, organizationId, id).forKeyShare().executeTakeFirstOrThrow(profileMissing);

/** The effects of a profile; null if none were ever set. */
export async function effectsOf(db: Db, profileId: string) {
  const { effects_chain } = await db
    .selectFrom('voice_profiles')
    .select('effects_chain')
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow(profileMissing);
  return effects_chain;
}

export const insert = (trx: Trx, values: Insertable<Generations>) =>
  trx.insertInto('generations').values(values).execute();

/** How many of the organization's generations wait. Others that add one wait for this transaction. */
export async function waiting(trx: Trx, organizationId: number): Promise<number> {
  const row = await trx
    .selectFrom('generation_queues')
    .select('waiting')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row?.waiting ?? 0;
}

export const cancel = (trx: Trx, id: string, now: Timestamp) =>
  trx
    .updateTable('generations')
    .set((eb) => ({
      status: 'canceled',
      lease_ends_at: null,
      ended_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();

export const touch = (trx: Trx, id: string) =>
  trx
    .updateTable('generations')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();

const shownStories = 10;

/** Some of the stories whose items show the generation, or are pinned to this version of it. */
export async function storiesWith(
  trx: Trx,
  item: { readonly generation_id: string; readonly version_id?: string },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('story_items')
    .select('story_id')
    .distinct()
    .where('generation_id', '=', item.generation_id)
    .$if(item.version_id !== undefined, (items) =>
      items.where('version_id', '=', item.version_id ?? ''),
    )
    .orderBy('story_id')
    .limit(shownStories)
    .execute();
  return rows.map(({ story_id }) => story_id);
}

export type GenerationRow = NonNullable<Awaited<ReturnType<typeof find>>>;
