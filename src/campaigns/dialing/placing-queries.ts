import type { Transaction } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import type { Database } from '../../db/connect.ts';

/** What decides whether the campaigns may place calls now. */
export const campaigns = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx
    .selectFrom('campaigns as campaign')
    .innerJoin('workflows as workflow', 'workflow.id', 'campaign.workflow_id')
    .select([
      'campaign.id',
      'campaign.state',
      'campaign.schedule_config',
      'campaign.circuit_breaker',
      'campaign.started_at',
      'campaign.resumed_at',
    ])
    .select(({ fn }) =>
      fn
        .coalesce('campaign.require_prior_consent', 'workflow.require_prior_consent')
        .as('consent_purpose'),
    )
    .where('campaign.id', '=', anyOf(ids))
    .orderBy('campaign.id')
    .execute();

export type PlacingCampaign = Awaited<ReturnType<typeof campaigns>>[number];

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
