import type { Transaction, Updateable } from 'kysely';
import type { Organizations } from '../../generated/database.ts';
import type { Database, Db } from '../db/connect.ts';
import { notFound } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';

interface NewOrganization {
  readonly name: string;
  readonly is_operator?: boolean;
  readonly is_demo?: boolean;
  readonly created_at: Timestamp;
}

export const insert = (
  trx: Transaction<Database>,
  organization: NewOrganization,
): Promise<{ id: number }> =>
  trx.insertInto('organizations').values(organization).returning('id').executeTakeFirstOrThrow();

const limitColumns = [
  'id as organization_id',
  'concurrent_call_limit',
  'reserved_for_single_calls',
  'api_key_limit',
  'webhook_endpoint_limit',
  'workflow_limit',
  'source_limit',
  'source_bytes_limit',
  'voice_bytes_limit',
  'unfinished_contact_limit',
  'voice_profile_limit',
  'story_limit',
  'member_limit',
  'content_bytes_limit',
  'user_session_limit',
] as const;

export const getLimits = (db: Db | Transaction<Database>, organizationId: number) =>
  db
    .selectFrom('organizations')
    .select(limitColumns)
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow(() => notFound('Organization', 'organization_id'));

/**
 * The limits, locked against other changes until the transaction ends; rows that refer to the organization can still be
 * inserted.
 */
export const lockLimits = (trx: Transaction<Database>, organizationId: number) =>
  trx
    .selectFrom('organizations')
    .select(limitColumns)
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Organization', 'organization_id'));

type LimitChanges = Pick<
  Updateable<Organizations>,
  Exclude<(typeof limitColumns)[number], 'id as organization_id'>
>;

/** Writes only the given limits. */
export function updateLimits(
  trx: Transaction<Database>,
  organizationId: number,
  limits: LimitChanges,
) {
  if (Object.keys(limits).length === 0) return getLimits(trx, organizationId);
  return trx
    .updateTable('organizations')
    .set(limits)
    .where('id', '=', organizationId)
    .returning(limitColumns)
    .executeTakeFirstOrThrow();
}

const operatorColumns = ['id as organization_id', 'is_operator'] as const;

/** Whether the organization's members operate the service. */
export async function isOperator(db: Db, organizationId: number): Promise<boolean> {
  const { is_operator } = await db
    .selectFrom('organizations')
    .select('is_operator')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return is_operator;
}

interface Operator {
  readonly is_operator: boolean;
}

export const updateOperator = (
  trx: Transaction<Database>,
  organizationId: number,
  { is_operator }: Operator,
) =>
  trx
    .updateTable('organizations')
    .set({ is_operator })
    .where('id', '=', organizationId)
    .returning(operatorColumns)
    .executeTakeFirstOrThrow();

/** Whether no call of the organization may begin. */
export async function isSuspended(db: Db, organizationId: number): Promise<boolean> {
  const found = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .where((eb) => eb.or([eb('suspended_at', 'is not', null), eb('deleted_at', 'is not', null)]))
    .executeTakeFirst();
  return found !== undefined;
}

/** How many organizations one turn of the sweep looks at. */
const batch = 100;

/** The suspended organizations whose calls in progress are to be hung up. */
export const toHangUp = (db: Db) =>
  db
    .selectFrom('organizations')
    .select(['id as organization_id', 'suspended_at'])
    .where('hang_up_calls', '=', true)
    .orderBy('id')
    .limit(batch)
    .execute();

/** All calls are hung up, unless the organization was resumed and suspended again meanwhile. */
export const setHungUp = (
  db: Db,
  { organization_id, suspended_at }: Awaited<ReturnType<typeof toHangUp>>[number],
) =>
  db
    .updateTable('organizations')
    .set({ hang_up_calls: false })
    .where('id', '=', organization_id)
    .where('suspended_at', 'is not distinct from', suspended_at)
    .execute();
