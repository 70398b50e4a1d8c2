import type { Transaction } from 'kysely';
import type { AnyCaller, ApiKeyCaller, Caller } from '../caller.ts';
import type { Database, Db } from '../db/connect.ts';
import { forbidden } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import * as policies from './authorization-queries.ts';
import {
  type Action,
  contactsToCall,
  coverageRefusal,
  coveringValues,
  type Intent,
  neededBy,
  refusalReason,
  type RefusalReason,
  targetOf,
} from './authorization-rules.ts';

export type { Action };

interface Request<Wanted extends Intent> {
  readonly caller: Caller;
  readonly action: Wanted;
  readonly now: Timestamp;
}

/**
 * Uses the approval policy that the action needs once, or throws 403 `approval_required`. Sessions and API keys without
 * a connector need no policy. Call it last, in the action's own transaction: it locks the policy until the transaction
 * ends, and a rollback undoes the use. Returns the policy used, or null if none was needed, and whether this was its last
 * use.
 */
export async function authorize(
  trx: Transaction<Database>,
  request: Request<Action>,
): Promise<{ readonly policy_id: string | null; readonly exhausted: ExhaustedPolicy | undefined }> {
  const policy_id = await approvalFor(trx, { ...request, lock: true });
  if (policy_id === null) return { policy_id, exhausted: undefined };
  return { policy_id, exhausted: await useApproval(trx, policy_id, request) };
}

/**
 * The approval policy that the action needs, or null if it needs none; throws 403 `approval_required` if there is none
 * that can be used. `lock`: until the transaction ends, so that it can still be used then.
 */
export async function approvalFor(
  db: Db,
  { caller, action, now, lock }: Request<Intent> & { readonly lock: boolean },
): Promise<string | null> {
  if (!isConnector(caller)) return null;
  const { organization_id, connector_name } = caller;
  const { action_type } = action;
  const target_id = targetOf(action);
  const named = { organization_id, connector_name, action_type, target_id };
  const [values, contacts] = [coveringValues(action), contactsToCall(action)];
  const policy = await policies.findUsable(db, { named, values, contacts, now, lock });
  if (!policy) {
    const covering = await policies.listCovering(db, { named, values, now });
    const targetNamed = covering.length > 0 || (await policies.exists(db, named));
    const reason = refusalReason({ covering, targetNamed, contacts, now });
    throw approvalRequired(reason, { connector_name, ...neededBy(action) });
  }
  return policy.id;
}

interface Covering {
  readonly caller: Caller;
  /** The policy that the campaign was started or resumed with; null if none was needed. */
  readonly policy_id: string | null;
  /** Contacts that the campaign will still call. */
  readonly contacts: number;
  readonly now: Timestamp;
}

/**
 * Throws 403 `approval_required` if a connector wants a started campaign to call more contacts than the policy that it
 * calls with allows, or than nothing if that is not a policy of the connector. Counts no use.
 */
export async function mustCover(
  db: Db,
  { caller, policy_id, contacts, now }: Covering,
): Promise<void> {
  if (!isConnector(caller)) return;
  const { organization_id, connector_name } = caller;
  const policy =
    policy_id === null
      ? undefined
      : await policies.findOwn(db, { id: policy_id, organization_id, connector_name });
  const reason = policy ? coverageRefusal(policy, contacts, now) : 'no_matching_policy';
  if (reason) throw approvalRequired(reason);
}

/**
 * Throws 403 `approval_required` if a connector wants to stop calls that were not requested with a policy of this connector,
 * in force or not.
 */
export async function mustHaveRequested(
  db: Db,
  { caller, policy_id }: Pick<Covering, 'caller' | 'policy_id'>,
): Promise<void> {
  if (!isConnector(caller)) return;
  const { organization_id, connector_name } = caller;
  const isOwn =
    policy_id !== null &&
    (await policies.findOwn(db, { id: policy_id, organization_id, connector_name }));
  if (!isOwn) throw approvalRequired('no_matching_policy');
}

/**
 * The connector that started or resumed a campaign with a policy: it answers for what the agent does in the campaign's
 * calls. Throws 403 `approval_required` if the policy does not tell.
 */
export async function connectorOfCampaign(
  db: Db,
  { organization_id, policy_id }: { readonly organization_id: number; readonly policy_id: string },
): Promise<ApiKeyCaller> {
  const user = await policies.lastCampaignUser(db, { id: policy_id, organization_id });
  if (!user) throw approvalRequired('no_matching_policy');
  return { kind: 'api_key', organization_id, ...user };
}

/** A policy that has no uses left since the last one. */
type ExhaustedPolicy = policies.UsedPolicy;

/**
 * Counts and records a use of the policy that `approvalFor` locked in the transaction. Returns the policy if this was its
 * last use.
 */
export async function useApproval(
  trx: Transaction<Database>,
  policy_id: string,
  { caller, action, now }: Request<Action>,
): Promise<ExhaustedPolicy | undefined> {
  if (!isConnector(caller)) return undefined;
  const used = await policies.insertUse(trx, {
    policy_id,
    organization_id: caller.organization_id,
    action_type: action.action_type,
    api_key_id: caller.api_key_id,
    ...subjectOf(action),
    created_at: now,
  });
  return used.used_count >= used.max_uses ? used : undefined;
}

/** Whether the caller needs approvals. */
export const isConnector = (
  caller: AnyCaller,
): caller is ApiKeyCaller & { readonly connector_name: string } =>
  caller.kind === 'api_key' && caller.connector_name !== null;

const subjectOf = (action: Action) =>
  'run_id' in action
    ? { subject_type: 'workflow_run' as const, subject_id: action.run_id }
    : { subject_type: 'campaign' as const, subject_id: action.campaign_id };

const sentences: Readonly<Record<RefusalReason, string>> = {
  contact_ceiling_exceeded:
    'The campaign has more contacts left to call than its approval policy allows.',
  not_yet_valid: 'The approval policy for this is not valid yet.',
  request_pending: 'The approval policy for this is requested; a user has not accepted it yet.',
  disabled: 'The approval policy for this is disabled.',
  exhausted: 'The approval policy for this has no uses left.',
  revoked: 'The approval policy for this was revoked.',
  request_declined: 'The approval policy that was requested for this was declined.',
  expired: 'The approval policy for this has expired.',
  destination_mismatch: 'The approval policies for this do not cover the destination.',
  no_matching_policy:
    'No approval policy allows this connector to perform this action with this workflow or campaign. A policy is bound to the object that had its target name when the policy was created.',
};

const approvalRequired = (reason: RefusalReason, needed: object = {}) =>
  forbidden('approval_required', sentences[reason], { reason, ...needed });
