import type { Insertable, Transaction, Updateable } from 'kysely';
import type { VoiceSamples } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery, uuidAfter } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import * as profiles from '../profiles/queries.ts';

type Trx = Transaction<Database>;

interface Owner {
  readonly organization_id: number;
  readonly profile_id: string;
}
interface Key extends Owner {
  readonly sample_id: string;
}

const of = (db: Db, { organization_id, profile_id }: Owner) =>
  db
    .selectFrom('voice_samples as sample')
    .innerJoin('voice_files as file', 'file.id', 'sample.file_id')
    .select([
      'sample.id',
      'sample.profile_id',
      'sample.reference_text',
      'sample.format',
      'sample.duration',
      'sample.sample_rate',
      'sample.channels',
      'sample.revision',
      'sample.created_at',
      'sample.updated_at',
      'sample.file_id',
      'file.bytes',
      'file.sha256',
      'file.media_type',
      'file.organization_id',
    ])
    .where('sample.organization_id', '=', organization_id)
    .where('sample.profile_id', '=', profile_id);

export type SampleRow = Awaited<ReturnType<typeof get>>;

export const list = (db: Db, owner: Owner, query: PageQuery) =>
  of(db, owner)
    .$call(newestFirst(query, { column: 'sample.id', after: uuidAfter(query) }))
    .execute();

/** The oldest first, as many as a profile has at most. */
export const all = (db: Db, owner: Owner) => of(db, owner).orderBy('sample.id').execute();

/** How many samples the profile has; it is locked, so that the number holds. */
export async function count(db: Db, { organization_id, profile_id }: Owner): Promise<number> {
  const { samples } = await db
    .selectFrom('voice_samples')
    .select(({ fn }) => fn.countAll<number>().as('samples'))
    .where('organization_id', '=', organization_id)
    .where('profile_id', '=', profile_id)
    .executeTakeFirstOrThrow();
  return samples;
}

export async function get(db: Db, { sample_id, ...owner }: Key) {
  const row = await of(db, owner).where('sample.id', '=', sample_id).executeTakeFirst();
  return row ?? throwMissing(db, owner);
}

export async function lock(trx: Trx, { sample_id, ...owner }: Key): Promise<SampleRow> {
  const row = await of(trx, owner)
    .where('sample.id', '=', sample_id)
    .forUpdate('sample')
    .executeTakeFirst();
  return row ?? throwMissing(trx, owner);
}

/** Names the profile if it is what is missing. */
async function throwMissing(db: Db, { organization_id, profile_id }: Owner): Promise<never> {
  await profiles.get(db, organization_id, profile_id);
  throw notFound('Sample', 'sample_id');
}

export const insert = (trx: Trx, values: Insertable<VoiceSamples>) =>
  trx.insertInto('voice_samples').values(values).execute();

type Change = Pick<Updateable<VoiceSamples>, 'reference_text'> & { readonly updated_at: string };

/** Writes the given columns and increments the revision. */
export const update = (trx: Trx, id: string, changes: Change) =>
  trx
    .updateTable('voice_samples')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const remove = (trx: Trx, id: string) =>
  trx.deleteFrom('voice_samples').where('id', '=', id).execute();
