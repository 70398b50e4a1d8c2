import type { Transaction } from 'kysely';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Database, Db } from '../../db/connect.ts';
import { conflict } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { refer } from '../files/files.ts';
import * as profiles from './queries.ts';

interface NewProfile extends Omit<profiles.NewProfile, 'created_at' | 'updated_at'> {
  readonly now: Timestamp;
}

/** Creates a profile, with a kept file as its picture, unless its name is taken or the organization has its maximum of profiles. */
export async function create(
  trx: Transaction<Database>,
  { now, ...values }: NewProfile,
): Promise<profiles.ProfileRow> {
  const { id, organization_id, name } = values;
  await profiles.lockNames(trx, organization_id);
  await mustBeFree(trx, organization_id, name);
  if (values.avatar_file_id) await refer(trx, organization_id, values.avatar_file_id);
  await profiles.insert(trx, { ...values, created_at: now, updated_at: now });
  await mustFit(trx, organization_id, ['voice_profile_limit']);
  if (values.metadata) await mustFit(trx, organization_id, ['content_bytes_limit']);
  return profiles.get(trx, organization_id, id);
}

/** Throws 409 if the organization has a profile with this name. */
export async function mustBeFree(db: Db, organizationId: number, name: string): Promise<void> {
  if (!(await profiles.isNameTaken(db, organizationId, name))) return;
  throw conflict('voice_profile_name_exists', `A voice profile named "${name}" already exists.`, {
    param: 'name',
  });
}
