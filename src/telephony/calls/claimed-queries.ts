import { type Selectable, sql, type Transaction } from 'kysely';
import type { LiveCalls } from '../../../generated/database.ts';
import type { Database } from '../../db/connect.ts';
import { type Claim, claimed } from './live-queries.ts';

interface ClaimedContact {
  readonly run_id: number;
  readonly to_number: string;
  readonly timezone: string | null;
  readonly deferrals: number;
}

/** What the calls of one claim have in common. */
type ClaimOfCampaign = Claim &
  Pick<
    Selectable<LiveCalls>,
    | 'organization_id'
    | 'campaign_id'
    | 'telephony_configuration_id'
    | 'approval_policy_id'
    | 'deadline_at'
    | 'handling'
  >;

/** Inserts the calls of one claim of a campaign. One text whatever their number, so that it is prepared once. */
export async function insertClaimed(
  trx: Transaction<Database>,
  contacts: readonly ClaimedContact[],
  claim: ClaimOfCampaign,
): Promise<void> {
  const { state, claim_id, lease_until } = claimed(claim);
  await sql`
    insert into live_calls (run_id, organization_id, campaign_id, telephony_configuration_id, to_number, timezone,
      approval_policy_id, state, claim_id, lease_until, deadline_at, deferrals, handling)
    select run_id, ${claim.organization_id}::bigint, ${claim.campaign_id}::bigint,
      ${claim.telephony_configuration_id}::bigint, to_number, timezone, ${claim.approval_policy_id}::uuid,
      ${state}, ${claim_id}::uuid, ${lease_until}::timestamptz, ${claim.deadline_at}::timestamptz, deferrals,
      ${claim.handling && JSON.stringify(claim.handling)}::jsonb
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb)
      as contact (run_id bigint, to_number text, timezone text, deferrals integer)`.execute(trx);
}
