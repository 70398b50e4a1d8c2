import type { Db } from '../../db/connect.ts';
import { prepared } from '../../db/prepared.ts';
import { notFound } from '../../errors.ts';

/** Counts for all profiles in one index scan; a count per profile takes up to twice as long. */
const generationCounts = (db: Db, organizationId: number) =>
  db
    .selectFrom('generations')
    .select('profile_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .groupBy('profile_id');

/** Profiles as the contract shows them: a long list is sent without conversion. */
const select = (db: Db, organizationId: number) =>
  db
    .selectFrom('voice_profiles as profile')
    .leftJoin(generationCounts(db, organizationId).as('made'), 'made.profile_id', 'profile.id')
    .select((eb) => [
      'profile.id',
      'profile.name',
      'profile.description',
      'profile.language',
      'profile.avatar_path',
      'profile.effects_chain',
      'profile.voice_type',
      'profile.preset_engine',
      'profile.preset_voice_id',
      'profile.design_prompt',
      'profile.default_engine',
      'profile.personality',
      eb.fn.coalesce('made.count', eb.lit(0)).as('generation_count'),
      eb
        .selectFrom('voice_samples')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('profile_id', '=', 'profile.id')
        .$asScalar()
        .$notNull()
        .as('sample_count'),
      'profile.created_at',
      'profile.updated_at',
    ])
    .where('profile.organization_id', '=', organizationId);

export const list = prepared((db, { organizationId }: { organizationId: number }) =>
  select(db, organizationId).orderBy('profile.created_at', 'desc').orderBy('profile.id', 'desc'),
);

export const get = (db: Db, organizationId: number, id: string) =>
  select(db, organizationId)
    .where('profile.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Voice profile', 'profile_id'));
