import type { Transaction } from 'kysely';
import { type Cause, type Change, recordChange } from '../../audit/actions.ts';
import type { Database } from '../../db/connect.ts';
import * as profiles from './queries.ts';
import { auditedProfile } from './views.ts';

interface Update {
  readonly action: Change['action'];
  readonly organization_id: number;
  readonly former: profiles.ProfileRow;
}

/** Records a change of a locked profile that has just been written; returns the profile after it. */
export async function recordUpdate(
  trx: Transaction<Database>,
  cause: Cause,
  { action, organization_id, former }: Update,
): Promise<profiles.ProfileRow> {
  const row = await profiles.get(trx, organization_id, former.id);
  const [before, after] = [auditedProfile(former), auditedProfile(row)];
  const change = { organization_id, subject_id: row.id, before, after };
  await recordChange(trx, cause, { action, ...change });
  return row;
}
