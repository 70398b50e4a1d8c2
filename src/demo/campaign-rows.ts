import type { Insertable, Transaction } from 'kysely';
import type { CampaignLogs, Campaigns } from '../../generated/database.ts';
import { defaultCircuitBreaker, defaultRetryConfig } from '../campaigns/rules.ts';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';
import { rows } from './campaign-source.ts';
import type { DemoTelephony } from './telephony.ts';

export interface DemoWorkflow {
  readonly workflow_id: number;
  readonly definition_id: number;
}
export type Place = DemoAccounts & DemoTelephony & DemoWorkflow & { readonly source_id: string };
export type Log = Pick<Insertable<CampaignLogs>, 'ts' | 'event' | 'message'> &
  Partial<Insertable<CampaignLogs>>;
type NewCampaign = Partial<Insertable<Campaigns>> & {
  readonly name: string;
  readonly created_at: Timestamp;
};

export const started = ({ user_id }: Place, ts: Timestamp): Log => ({
  ts,
  event: 'campaign_started',
  message: 'The campaign was started.',
  details: JSON.stringify({ by: { user_id } }),
});

export async function insertCampaign(
  trx: Transaction<Database>,
  place: Place,
  campaign: NewCampaign,
): Promise<number> {
  const { id } = await trx
    .insertInto('campaigns')
    .values({
      organization_id: place.organization_id,
      workflow_id: place.workflow_id,
      source_id: place.source_id,
      total_rows: rows.length,
      retry_config: JSON.stringify(defaultRetryConfig),
      circuit_breaker: JSON.stringify(defaultCircuitBreaker),
      telephony_configuration_id: place.telephony_configuration_id,
      created_by: place.user_id,
      ...campaign,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const created = {
    ts: campaign.created_at,
    event: 'campaign_created',
    message: 'The campaign was created.',
  };
  await insertLogs(trx, place, id, [created]);
  return id;
}

export async function insertLogs(
  trx: Transaction<Database>,
  { organization_id, user_id }: Place,
  campaign_id: number,
  logs: readonly Log[],
): Promise<void> {
  const usual = {
    organization_id,
    campaign_id,
    level: 'info' as const,
    details: JSON.stringify({ by: { user_id } }),
  };
  await trx
    .insertInto('campaign_logs')
    .values(logs.map((log) => ({ ...usual, ...log })))
    .execute();
}
