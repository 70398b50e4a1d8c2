import { sql, type Transaction } from 'kysely';
import type { components } from '../../generated/api.ts';
import type { Database } from '../db/connect.ts';

type Facts = components['schemas']['EventCampaign'] & { readonly organization_id: number };

/** What the events of a campaign show of it, as the transaction has left it. */
export async function factsOf(trx: Transaction<Database>, campaignId: number): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select campaign.id as campaign_id, campaign.organization_id, campaign.name, campaign.workflow_id,
      campaign.telephony_configuration_id, campaign.approval_policy_id, campaign.parent_campaign_id, campaign.state,
      campaign.total_rows,
      coalesce(sum(counted.contacts) filter (where counted.state in ('done', 'skipped')), 0)::bigint as processed_rows,
      coalesce(sum(counted.contacts) filter (where counted.outcome not in ('', 'completed')), 0)::bigint
        as failed_rows,
      campaign.created_at, campaign.started_at, campaign.completed_at, campaign.external_id,
      coalesce(campaign.metadata, '{}') as metadata
    from campaigns as campaign left join campaign_contact_counts as counted on counted.campaign_id = campaign.id
    where campaign.id = ${campaignId}
    group by campaign.id`.execute(trx);
  const [facts] = rows;
  if (!facts) throw new Error(`Campaign ${campaignId} does not exist.`);
  return facts;
}
