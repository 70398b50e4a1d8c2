import type { Selectable } from 'kysely';
import type { ApprovalPolicies } from '../../generated/database.ts';

/** What an approval is for, in a policy and in the request that asked for it. */
export const termColumns = [
  'connector_name',
  'action_type',
  'target_name',
  'target_id',
  'destination_kind',
  'destination_value',
  'not_before',
  'expires_at',
  'max_uses',
  'campaign_contact_count_ceiling',
  'estimated_cost_is_authoritative',
  'external_id',
  'metadata',
] as const;

export const termsOf = (row: Pick<Selectable<ApprovalPolicies>, (typeof termColumns)[number]>) => ({
  connector_name: row.connector_name,
  action_type: row.action_type,
  target_name: row.target_name,
  target_id: row.target_id,
  destination: { kind: row.destination_kind, value: row.destination_value },
  not_before: row.not_before,
  expires_at: row.expires_at,
  max_uses: row.max_uses,
  campaign_contact_count_ceiling: row.campaign_contact_count_ceiling,
  estimated_cost_is_authoritative: row.estimated_cost_is_authoritative,
  external_id: row.external_id,
  metadata: row.metadata ?? {},
});
