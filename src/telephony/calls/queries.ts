import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { type Timestamp, later } from '../../timestamp.ts';

const stateColumns = [
  'id',
  'organization_id',
  'workflow_id',
  'campaign_id',
  'contact_id',
  'mode',
  'telephony_configuration_id',
  'state',
  'outcome',
  'failure',
  'carrier_call_id',
  'answered_by',
  'started_at',
  'ended_at',
] as const;

/** The calls, locked in a fixed order, so that concurrent transactions cannot deadlock. */
export const lock = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('workflow_runs')
    .select(stateColumns)
    .select(sql<boolean>`analysis is not null`.as('analyzed'))
    .where('id', '=', sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .where('mode', '<>', 'test')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export type CallRow = Awaited<ReturnType<typeof lock>>[number];

/**
 * The organization's limit of concurrent calls, locked so that nobody else takes a slot meanwhile, and the number in
 * progress.
 */
export async function lockSlots(trx: Transaction<Database>, organizationId: number) {
  const { concurrent_call_limit } = await trx
    .selectFrom('organizations')
    .select('concurrent_call_limit')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { live } = await trx
    .selectFrom('workflow_runs')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('organization_id', '=', organizationId)
    .where('state', '<>', 'completed')
    .where('mode', '<>', 'test')
    .executeTakeFirstOrThrow();
  return { limit: concurrent_call_limit, live };
}

/** The calls in progress across all organizations. */
export async function countLive(db: Db): Promise<number> {
  const { live } = await db
    .selectFrom('workflow_runs')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .where('state', '<>', 'completed')
    .where('mode', '<>', 'test')
    .executeTakeFirstOrThrow();
  return live;
}

const placementColumns = [
  'run.id',
  'run.to_number',
  'run.from_number',
  'configuration.id as configuration_id',
  'configuration.organization_id',
  'configuration.provider',
  'configuration.credentials_encrypted',
] as const;

/** The data needed to place the calls. */
export const placements = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('workflow_runs as run')
    .innerJoin(
      'telephony_configurations as configuration',
      'configuration.id',
      'run.telephony_configuration_id',
    )
    .select(placementColumns)
    .where('run.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();

export type CallToPlace = Awaited<ReturnType<typeof placements>>[number];

/** Calls past their deadline. */
export const overdue = (db: Db, now: Timestamp) =>
  db
    .selectFrom('workflow_runs')
    .select('id')
    .where('state', '<>', 'completed')
    .where('deadline_at', '<=', now)
    .orderBy('deadline_at')
    .limit(500)
    .execute();

/** Accepted calls that have not been placed for a while: their job was lost. */
export const notPlaced = (db: Db, now: Timestamp) =>
  db
    .selectFrom('workflow_runs')
    .select('id')
    .where('state', '=', 'initialized')
    .where('mode', '=', 'ad_hoc')
    .where('placing_at', 'is', null)
    .where('deadline_at', 'is not', null)
    .where('created_at', '<', later(now, -30_000))
    .limit(100)
    .execute();
