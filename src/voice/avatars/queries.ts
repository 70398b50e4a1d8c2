import type { Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import * as profiles from '../profiles/queries.ts';

export const noAvatar = () => notFound('Picture', 'profile_id');

/** The picture of a profile, with the profile's name. */
export async function get(db: Db, organizationId: number, profileId: string) {
  const row = await find(db, organizationId, profileId);
  if (row) return row;
  await profiles.get(db, organizationId, profileId);
  throw noAvatar();
}

export const find = (db: Db, organizationId: number, profileId: string) =>
  db
    .selectFrom('voice_profiles as profile')
    .innerJoin('voice_files as file', 'file.id', 'profile.avatar_file_id')
    .select([
      'profile.name',
      'file.id',
      'file.organization_id',
      'file.sha256',
      'file.bytes',
      'file.media_type',
    ])
    .where('profile.organization_id', '=', organizationId)
    .where('profile.id', '=', profileId)
    .executeTakeFirst();
