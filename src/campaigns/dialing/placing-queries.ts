import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';

const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`;

/** What decides whether the campaigns may place calls now. */
export const campaigns = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('campaigns')
    .select(['id', 'state', 'schedule_config', 'circuit_breaker', 'started_at', 'resumed_at'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute();

export type PlacingCampaign = Awaited<ReturnType<typeof campaigns>>[number];

/** The contacts' own time zones. */
export async function zonesOf(
  trx: Transaction<Database>,
  contactIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await trx
    .selectFrom('campaign_contacts')
    .select(['id', 'timezone'])
    .where('id', '=', anyOf(contactIds))
    .execute();
  return new Map(rows.map(({ id, timezone }) => [id, timezone]));
}

export async function organizationsOf(
  trx: Transaction<Database>,
  runIds: readonly number[],
): Promise<number[]> {
  const rows = await trx
    .selectFrom('live_calls')
    .select('organization_id')
    .distinct()
    .where('run_id', '=', anyOf(runIds))
    .execute();
  return rows.map(({ organization_id }) => organization_id);
}
