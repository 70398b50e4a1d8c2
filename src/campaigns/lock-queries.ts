import { type Transaction } from 'kysely';
import type { Campaigns } from '../../generated/database.ts';
import type { Database, Db } from '../db/connect.ts';
import { notFound } from '../errors.ts';

// Every lock of a campaign. A transaction that also locks its source does so before, the organization's slots afterwards, and
// then contacts and runs, in the order of their ids.

const columns = [
  'added_columns',
  'approval_policy_id',
  'circuit_breaker',
  'completed_at',
  'contacts_removed_at',
  'created_at',
  'created_by',
  'deleted_at',
  'external_id',
  'hang_up_calls',
  'held_until',
  'id',
  'machine_detection',
  'max_concurrency',
  'metadata',
  'name',
  'organization_id',
  'parent_campaign_id',
  'require_prior_consent',
  'resumed_at',
  'retry_config',
  'revision',
  'schedule_config',
  'source_id',
  'source_type',
  'start_api_key_id',
  'start_at',
  'start_due_at',
  'start_refusal',
  'start_user_id',
  'started_at',
  'state',
  'telephony_configuration_id',
  'total_rows',
  'wake_at',
  'workflow_id',
] as const satisfies readonly (keyof Campaigns)[];

const found = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('campaigns')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);

const locked = (trx: Transaction<Database>, organizationId: number, id: number) =>
  found(trx, organizationId, id).forNoKeyUpdate();

/** The campaign with everything that transitions and claims rely on, not locked. */
export const read = (db: Db, organizationId: number, id: number) =>
  found(db, organizationId, id).executeTakeFirstOrThrow(() => notFound('Campaign', 'campaign_id'));

/**
 * The campaign, locked against other changes, transitions, claims and settlements until the transaction ends; its
 * contacts and runs can be written meanwhile.
 */
export const lock = (trx: Transaction<Database>, organizationId: number, id: number) =>
  locked(trx, organizationId, id).executeTakeFirstOrThrow(() =>
    notFound('Campaign', 'campaign_id'),
  );

/** The same; undefined if it was deleted. */
export const lockKept = (trx: Transaction<Database>, organizationId: number, id: number) =>
  locked(trx, organizationId, id).executeTakeFirst();

/**
 * The same if the campaign is running; undefined if it is not, or somebody else has locked it: claims do not wait, so
 * that no campaign delays another.
 */
export const lockRunning = (trx: Transaction<Database>, organizationId: number, id: number) =>
  locked(trx, organizationId, id).where('state', '=', 'running').skipLocked().executeTakeFirst();

export type CampaignRow = Awaited<ReturnType<typeof lock>>;

interface Named {
  readonly name: string;
  readonly id: number | undefined;
}

/** How many campaigns with one name are listed. */
const maxListed = 20;

/** The ids of campaigns with the name, locked against renaming until the transaction ends. */
export async function shareNamed(
  trx: Transaction<Database>,
  organizationId: number,
  { name, id }: Named,
): Promise<number[]> {
  const rows = await trx
    .selectFrom('campaigns')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .$if(id !== undefined, (named) => named.where('id', '=', id!))
    .orderBy('id')
    .limit(maxListed)
    .forShare()
    .execute();
  return rows.map((row) => row.id);
}
