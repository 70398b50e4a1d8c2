import { v7 as uuid } from 'uuid';
import { pageOf } from '../db/page.ts';
import { conflict, InvalidRequest } from '../errors.ts';
import type { Some } from '../http/contract.ts';
import { momentIn } from '../moment.ts';
import * as policies from './queries.ts';
import { canDisable, canEnable, canRevoke, faultsIn, statusOf } from './rules.ts';
import { approvalPolicy } from './views.ts';

export const approvals = {
  async listApprovalPolicies({ query, caller }, app) {
    const now = app.now();
    const rows = await policies.list(app.db, caller.organization_id, query, now);
    return pageOf(rows, query, (row) => approvalPolicy(row, now));
  },

  async createApprovalPolicy({ body, caller }, app) {
    const now = app.now();
    const faults = faultsIn(body, now);
    if (faults.length > 0) throw new InvalidRequest(faults);
    const row = await policies.insert(app.db, {
      id: uuid(),
      organization_id: caller.organization_id,
      connector_name: body.connector_name,
      action_type: body.action_type,
      target_name: body.target_name,
      destination_kind: body.destination.kind,
      destination_value: body.destination.value,
      not_before: momentIn(body.not_before ?? now),
      expires_at: momentIn(body.expires_at),
      max_uses: body.max_uses,
      campaign_contact_count_ceiling: body.campaign_contact_count_ceiling ?? null,
      estimated_cost_is_authoritative: body.estimated_cost_is_authoritative ?? false,
      created_by: caller.user_id,
      created_at: now,
    });
    return approvalPolicy(row, now);
  },

  async getApprovalPolicy({ params, caller }, app) {
    const row = await policies.get(app.db, caller.organization_id, params.policy_id);
    return approvalPolicy(row, app.now());
  },

  async revokeApprovalPolicy({ params, body, caller }, app) {
    const now = app.now();
    return app.db.transaction().execute(async (trx) => {
      const policy = await policies.lock(trx, caller.organization_id, params.policy_id);
      const state = statusOf(policy, now);
      if (state === 'revoked') return approvalPolicy(policy, now);
      if (!canRevoke(state)) throw notRevocable(state);
      const revocation = { reason: body.reason, by: caller.user_id, at: now };
      return approvalPolicy(await policies.revoke(trx, policy.id, revocation), now);
    });
  },

  async disableApprovalPolicy({ params, caller }, app) {
    const now = app.now();
    return app.db.transaction().execute(async (trx) => {
      const policy = await policies.lock(trx, caller.organization_id, params.policy_id);
      const state = statusOf(policy, now);
      if (!canDisable(state)) throw notDisableable(state);
      return approvalPolicy(await policies.setDisabled(trx, policy.id, now), now);
    });
  },

  async enableApprovalPolicy({ params, caller }, app) {
    const now = app.now();
    return app.db.transaction().execute(async (trx) => {
      const policy = await policies.lock(trx, caller.organization_id, params.policy_id);
      const state = statusOf(policy, now);
      if (!canEnable(state)) throw notEnableable(state);
      return approvalPolicy(await policies.setDisabled(trx, policy.id, null), now);
    });
  },

  async listApprovalPolicyUses({ params, query, caller }, app) {
    const policy = await policies.get(app.db, caller.organization_id, params.policy_id);
    const rows = await policies.listUses(app.db, caller.organization_id, policy.id, query);
    return pageOf(rows, query, (row) => row);
  },
} satisfies Some<
  | 'listApprovalPolicies'
  | 'createApprovalPolicy'
  | 'getApprovalPolicy'
  | 'revokeApprovalPolicy'
  | 'disableApprovalPolicy'
  | 'enableApprovalPolicy'
  | 'listApprovalPolicyUses'
>;

const notRevocable = (state: string) =>
  conflict(
    'approval_policy_not_revocable',
    `An ${state} policy cannot be revoked; it authorises nothing any more.`,
    { state },
  );

const notDisableable = (state: string) =>
  conflict(
    'approval_policy_not_disableable',
    `Only an active policy can be disabled; this one is ${state}.`,
    { state },
  );

const notEnableable = (state: string) =>
  conflict(
    'approval_policy_not_enableable',
    `Only a disabled policy can be enabled; this one is ${state}.`,
    { state },
  );
