import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { VoiceProfiles } from '../../../generated/database.ts';
import { storedMetadata, withExternalId } from '../../db/client-data.ts';
import { lockKey } from '../../db/advisory-locks.ts';
import type { Database, Db } from '../../db/connect.ts';
import { prepared } from '../../db/driver/prepared.ts';
import { notFound } from '../../errors.ts';
import { JsonText } from '../../http/json.ts';
import { comparable } from '../../text-rules.ts';

type Trx = Transaction<Database>;

const missing = () => notFound('Voice profile', 'profile_id');

/** Counts for all profiles in one index scan; a count per profile takes up to twice as long. */
const generationCounts = (db: Db, organizationId: number) =>
  db
    .selectFrom('generations')
    .select('profile_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .groupBy('profile_id');

const columns = [
  'profile.id',
  'profile.name',
  'profile.description',
  'profile.language',
  'profile.effects_chain',
  'profile.voice_type',
  'profile.preset_engine',
  'profile.preset_voice_id',
  'profile.design_prompt',
  'profile.default_engine',
  'profile.personality',
  'profile.external_id',
] as const;
const metadata = sql<components['schemas']['Metadata']>`coalesce(profile.metadata, '{}')`;
/** Where the picture is read. */
const avatarPath = sql<string | null>`
  case when profile.avatar_file_id is not null then '/api/v1/voice/profiles/' || profile.id || '/avatar' end`;
const times = ['profile.created_at', 'profile.updated_at'] as const;

const of = (db: Db, organizationId: number) =>
  db.selectFrom('voice_profiles as profile').where('profile.organization_id', '=', organizationId);

/** All profiles as the contract shows them. */
export const listing = (db: Db, organizationId: number) =>
  of(db, organizationId)
    .leftJoin(generationCounts(db, organizationId).as('made'), 'made.profile_id', 'profile.id')
    .select((eb) => [
      ...columns,
      metadata.as('metadata'),
      avatarPath.as('avatar_path'),
      eb.fn.coalesce('made.count', eb.lit(0)).as('generation_count'),
      eb
        .selectFrom('voice_samples')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('profile_id', '=', 'profile.id')
        .$asScalar()
        .$notNull()
        .as('sample_count'),
      ...times.map((name) => wireTime(name)),
    ])
    .orderBy('profile.created_at', 'desc')
    .orderBy('profile.id', 'desc');

/** A time as it is sent; JSON has no type for times. */
const wireTime = (name: (typeof times)[number]) =>
  sql<string>`to_char(${sql.ref(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
    name.replace('profile.', '') as 'created_at' | 'updated_at',
  );

const text = prepared((db, { organizationId }: { organizationId: number }) =>
  db
    .selectFrom(listing(db, organizationId).as('shown'))
    .select(sql<string>`coalesce(json_agg(shown), '[]')::text`.as('text')),
);

/** Written by the database: of a long list, reading the rows and writing them again costs more than all the rest. */
export async function list(
  db: Db,
  organizationId: number,
): Promise<JsonText<components['schemas']['VoiceProfile'][]>> {
  const [row] = await text(db, { organizationId });
  return new JsonText(row?.text ?? '[]');
}

const one = (db: Db, organizationId: number, id: string) =>
  of(db, organizationId)
    .select((eb) => [
      ...columns,
      metadata.as('metadata'),
      avatarPath.as('avatar_path'),
      eb
        .selectFrom('generations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('profile_id', '=', 'profile.id')
        .$asScalar()
        .$notNull()
        .as('generation_count'),
      eb
        .selectFrom('voice_samples')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('profile_id', '=', 'profile.id')
        .$asScalar()
        .$notNull()
        .as('sample_count'),
      ...times,
      'profile.avatar_file_id',
      'profile.revision',
    ])
    .where('profile.id', '=', id);

export type ProfileRow = Awaited<ReturnType<typeof get>>;

export const get = (db: Db, organizationId: number, id: string) =>
  one(db, organizationId, id).executeTakeFirstOrThrow(missing);

/**
 * The profile, locked against other changes until the transaction ends. Generations and samples can still be added to it;
 * what it shows of them is as it was.
 */
export const lock = (trx: Trx, organizationId: number, id: string) =>
  one(trx, organizationId, id).forNoKeyUpdate('profile').executeTakeFirstOrThrow(missing);

/** The profile, locked so that nothing can be added to it either. */
export async function lockForRemoval(trx: Trx, organizationId: number, id: string) {
  await of(trx, organizationId)
    .select('profile.id')
    .where('profile.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(missing);
  // Counted with the lock: what was added before it counts.
  return get(trx, organizationId, id);
}

/** Whether there is such a profile; if so, it is not deleted until the transaction ends. */
export async function shareIfAny(trx: Trx, organizationId: number, id: string): Promise<boolean> {
  const row = await of(trx, organizationId)
    .select('profile.id')
    .where('profile.id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the names of the organization's profiles until the transaction ends, so that a name found free stays free. Take
 * it before any row lock.
 */
export const lockNames = (trx: Trx, organizationId: number) =>
  sql`select pg_advisory_xact_lock(${lockKey('profileNames')}, hashint8(${organizationId}))`.execute(
    trx,
  );

export async function isNameTaken(db: Db, organizationId: number, name: string) {
  const row = await of(db, organizationId)
    .select('profile.id')
    .where(sql<boolean>`normalize(profile.name, NFC) = ${comparable(name)}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Metadata as it is sent. */
type WithMetadata<Columns> = Omit<Columns, 'metadata'> & {
  readonly metadata?: components['schemas']['Metadata'];
};

export type NewProfile = WithMetadata<Insertable<VoiceProfiles>>;

export const insert = (trx: Trx, { metadata, ...values }: NewProfile) =>
  withExternalId(
    'voice_profiles_external_id_key',
    trx
      .insertInto('voice_profiles')
      .values({ ...values, metadata: storedMetadata(metadata) })
      .execute(),
  );

type Change = Pick<
  WithMetadata<Updateable<VoiceProfiles>>,
  | 'name'
  | 'description'
  | 'language'
  | 'voice_type'
  | 'preset_engine'
  | 'preset_voice_id'
  | 'design_prompt'
  | 'default_engine'
  | 'personality'
  | 'effects_chain'
  | 'avatar_file_id'
  | 'external_id'
  | 'metadata'
> &
  Required<Pick<Updateable<VoiceProfiles>, 'updated_at'>>;

/** Writes the given columns and increments the revision. */
export const update = (trx: Trx, id: string, { metadata, ...changes }: Change) =>
  withExternalId(
    'voice_profiles_external_id_key',
    trx
      .updateTable('voice_profiles')
      .set((eb) => ({
        ...changes,
        ...(metadata && { metadata: storedMetadata(metadata) }),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute(),
  );

export const remove = (trx: Trx, id: string) =>
  trx.deleteFrom('voice_profiles').where('id', '=', id).execute();
