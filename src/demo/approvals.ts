import type { Insertable, Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ApprovalPolicies } from '../../generated/database.ts';
import { digest, newApiKey, prefixOf } from '../auth/credentials.ts';
import { insert as insertApiKey } from '../auth/api-keys/queries.ts';
import { defaultScopes } from '../auth/rules.ts';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';

const dayMs = 24 * 60 * 60 * 1000;
const connector_name = 'crm';
const workflow = 'Appointment reminder';
const campaign = 'Spring renewals';
/** The policy and the phone number of the contract's examples. */
const policyOfAda = '019b89bc-a400-7c41-9d52-3f1b8a6e4c10';
const numberOfAda = '+12025550185';
const requestOfBen = '019b92f6-b380-7a02-8c77-90aa41d2b3f5';
const numberOfBen = '+12025550141';

/** A policy in each status, and requests. Two policies were used, for calls of a workflow, which must exist already. */
export async function seedApprovals(
  trx: Transaction<Database>,
  accounts: DemoAccounts,
  now: Timestamp,
): Promise<void> {
  const { organization_id, user_id } = accounts;
  const created_at = later(now, -30 * dayMs);
  const policy = {
    organization_id,
    connector_name,
    action_type: 'call_initiate' as const,
    target_name: workflow,
    target_id: await idOf(trx, organization_id, 'workflows', workflow),
    destination_kind: 'exact_e164' as const,
    destination_value: numberOfAda,
    not_before: created_at,
    expires_at: later(now, 30 * dayMs),
    max_uses: 10,
    created_by: user_id,
    created_at,
    approved_at: created_at,
  };
  const campaign_id = await idOf(trx, organization_id, 'campaigns', campaign);
  const renewals = {
    ...policy,
    action_type: 'campaign_start' as const,
    target_name: campaign,
    target_id: campaign_id,
    destination_kind: 'campaign' as const,
    destination_value: String(campaign_id),
    max_uses: 1,
    campaign_contact_count_ceiling: 500,
    estimated_cost_is_authoritative: true,
  };
  const area = { destination_kind: 'e164_prefix' as const, destination_value: '+1202555' };
  const [first, ...others] = await callsOf(trx, organization_id);
  const api_key_id = await insertKey(trx, accounts, created_at);
  const insert = (columns: NewPolicy, calls: readonly (Call | undefined)[]) =>
    insertPolicy(trx, columns, { api_key_id, calls: calls.filter((call) => call !== undefined) });

  await insert({ ...policy, destination_value: first?.to_number ?? '', max_uses: 1 }, [first]);
  await insert({ ...policy, expires_at: later(now, -dayMs) }, []);
  const revocation = { revoked_at: now, revoked_reason: 'customer_request', revoked_by: user_id };
  await insert({ ...policy, ...revocation }, []);
  await insert({ ...policy, disabled_at: now }, []);
  const request = {
    ...policy,
    max_uses: 1,
    not_before: now,
    created_by: null,
    created_at: now,
    approved_at: null,
    proposed_at: now,
    proposed_by_key: api_key_id,
    proposal_reason: 'Ben has not confirmed his appointment of tomorrow.',
    proposal_closes_at: later(now, 7 * dayMs),
  };
  await insert({ ...request, id: requestOfBen, destination_value: numberOfBen }, []);
  const declining = { declined_at: now, declined_reason: 'Not at night.', answered_by: user_id };
  await insert({ ...request, ...declining }, []);
  const withdrawal = { withdrawn_at: now, proposal_closes_at: now };
  await insert({ ...request, ...withdrawal }, []);
  await insert(renewals, []);
  const toAda = ({ to_number }: Call): boolean => to_number === numberOfAda;
  await insert(
    { ...policy, ...area, max_uses: 50 },
    others.filter((call) => !toAda(call)),
  );
  await insert({ ...policy, id: policyOfAda, external_id: 'crm-4711' }, others.filter(toAda));
}

type NewPolicy = Omit<Insertable<ApprovalPolicies>, 'id'> & { readonly id?: string };
interface Call {
  readonly id: number;
  readonly to_number: string | null;
  readonly created_at: Timestamp;
}

/** Inserts a policy and its uses. */
async function insertPolicy(
  trx: Transaction<Database>,
  policy: NewPolicy,
  { api_key_id, calls }: { api_key_id: number; calls: readonly Call[] },
): Promise<void> {
  const { organization_id, action_type } = policy;
  const policy_id = policy.id ?? uuid();
  await trx
    .insertInto('approval_policies')
    .values({ ...policy, id: policy_id, used_count: calls.length })
    .execute();
  if (calls.length === 0) return;
  const use = { organization_id, policy_id, action_type, api_key_id };
  await trx
    .insertInto('approval_policy_uses')
    .values(
      calls.map(({ id, created_at }) => ({
        ...use,
        subject_type: 'workflow_run',
        subject_id: id,
        created_at,
      })),
    )
    .execute();
}

/** The workflow's single calls, in the order they were placed. */
const callsOf = (trx: Transaction<Database>, organizationId: number): Promise<Call[]> =>
  trx
    .selectFrom('workflow_runs as run')
    .innerJoin('workflows as workflow', 'workflow.id', 'run.workflow_id')
    .select(['run.id', 'run.to_number', 'run.created_at'])
    .where('run.organization_id', '=', organizationId)
    .where('run.mode', '=', 'ad_hoc')
    .where('workflow.name', '=', workflow)
    .orderBy('run.id')
    .execute();

async function idOf(
  trx: Transaction<Database>,
  organizationId: number,
  table: 'workflows' | 'campaigns',
  name: string,
): Promise<number> {
  const { id } = await trx
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

/** The connector's API key, whose value nobody knows. */
async function insertKey(
  trx: Transaction<Database>,
  { organization_id, user_id }: DemoAccounts,
  created_at: Timestamp,
): Promise<number> {
  const key = newApiKey(0);
  const { id } = await insertApiKey(trx, {
    organization_id,
    name: 'CRM',
    prefix: prefixOf(key),
    key_hash: digest(key),
    connector_name,
    scopes: defaultScopes(connector_name),
    created_by: user_id,
    created_at,
  });
  return id;
}
