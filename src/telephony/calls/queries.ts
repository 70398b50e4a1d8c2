import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { freeSlots } from './rules.ts';

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
  'traceparent',
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

const limits = (db: Db, organizationId: number) =>
  db
    .selectFrom('organizations')
    .select(['concurrent_call_limit as limit', 'reserved_for_single_calls'])
    .where('id', '=', organizationId);

const liveOf = (db: Db, organizationId: number) =>
  db
    .selectFrom('live_calls')
    .select(({ fn }) => [
      fn.countAll<number>().as('live'),
      fn.count<number>('campaign_id').as('ofCampaigns'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();

/**
 * The organization's slots, locked so that nobody else takes one meanwhile: how many a single call and a campaign can
 * take. Hold it briefly: every call of the organization waits for it.
 */
export async function lockSlots(trx: Transaction<Database>, organizationId: number) {
  const slots = await limits(trx, organizationId).forNoKeyUpdate().executeTakeFirstOrThrow();
  return { limit: slots.limit, ...freeSlots({ ...slots, ...(await liveOf(trx, organizationId)) }) };
}

/** How many calls the organization's campaigns can place at most; others may take the slots meanwhile. */
export async function freeSlotsOf(db: Db, organizationId: number): Promise<number> {
  const slots = await limits(db, organizationId).executeTakeFirstOrThrow();
  return freeSlots({ ...slots, ...(await liveOf(db, organizationId)) }).freeForCampaigns;
}

/** The calls in progress across all organizations. */
export async function countLive(db: Db): Promise<number> {
  const { live } = await db
    .selectFrom('live_calls')
    .select(({ fn }) => fn.countAll<number>().as('live'))
    .executeTakeFirstOrThrow();
  return live;
}
