import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ApprovalPolicies } from '../../generated/database.ts';
import { type Action, authorize } from '../../src/approvals/actions.ts';
import type { ApiKeyCaller, Caller } from '../../src/caller.ts';
import { Failure } from '../../src/errors.ts';
import { statusOf } from '../../src/http/failures.ts';
import { later } from '../../src/timestamp.ts';
import type { Member } from '../support/organizations.ts';

/**
 * Inserts a policy of the organization. Default: active, for the workflow of `call`, ten uses, valid from a day ago to
 * a day ahead.
 */
export async function givenPolicy(
  member: Member,
  overrides: Partial<Insertable<ApprovalPolicies>> = {},
): Promise<string> {
  const id = uuid();
  const now = member.server.app.now();
  await member.server.app.db
    .insertInto('approval_policies')
    .values({
      id,
      organization_id: member.organization_id,
      connector_name: 'crm',
      action_type: 'call_initiate',
      target_name: 'Appointment reminder',
      target_id: 3,
      destination_kind: 'exact_e164',
      destination_value: '+12025550123',
      not_before: later(now, -86_400_000),
      expires_at: later(now, 86_400_000),
      max_uses: 10,
      created_at: now,
      approved_at: now,
      ...overrides,
    })
    .execute();
  return id;
}

/** Columns of an approval request that was made at this time. */
export const requestedAt = (now: string): Partial<Insertable<ApprovalPolicies>> => ({
  approved_at: null,
  proposed_at: now,
  proposal_reason: 'The appointment is tomorrow.',
  proposal_closes_at: later(now, 7 * 86_400_000),
});

/** Inserts policies one after another; ids are in the order of the options. */
export async function givenPolicies(
  member: Member,
  overrides: readonly Partial<Insertable<ApprovalPolicies>>[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const option of overrides) ids.push(await givenPolicy(member, option));
  return ids;
}

/** The organization's API key as a caller with the connector. */
export async function callerOf(
  { server, organization_id }: Member,
  connector_name: string | null = 'crm',
): Promise<ApiKeyCaller> {
  const { id, scopes } = await server.app.db
    .selectFrom('api_keys')
    .select(['id', 'scopes'])
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return { kind: 'api_key', organization_id, api_key_id: id, connector_name, scopes };
}

export const call = (
  overrides: Partial<Extract<Action, { action_type: 'call_initiate' }>> = {},
): Action => ({
  action_type: 'call_initiate',
  workflow_id: 3,
  to_number: '+12025550123',
  run_id: 7,
  ...overrides,
});

export const campaignStart = (
  overrides: Partial<Extract<Action, { campaign_id: number }>> = {},
): Action => ({
  action_type: 'campaign_start',
  campaign_id: 5,
  contacts_to_call: 100,
  ...overrides,
});

/** Columns of a policy for the campaign of `campaignStart`. */
export const ofCampaign: Partial<Insertable<ApprovalPolicies>> = {
  action_type: 'campaign_start',
  target_name: 'Spring renewals',
  target_id: 5,
  destination_kind: 'campaign',
  destination_value: '5',
};

/** Performs the action in its own transaction; returns `used` or the reason of the refusal. */
export async function attempt(
  { server }: Member,
  caller: Caller,
  action: Action,
  now = server.app.now(),
): Promise<string> {
  try {
    await server.app.db.transaction().execute((trx) => authorize(trx, { caller, action, now }));
    return 'used';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, members } = error.problem;
    const status = statusOf(error);
    return status === 403 && code === 'approval_required' ? String(members?.['reason']) : code;
  }
}
