import { asChange, makeChange } from '../audit/actions.ts';
import { mustFit } from '../billing/quotas/actions.ts';
import { pageOf } from '../db/page.ts';
import { conflict, InvalidRequest } from '../errors.ts';
import { revisedBy, tagged } from '../http/etag.ts';
import type { HandlersFor } from '../http/contract.ts';
import { newPolicy, record } from './audit.ts';
import type { ApprovalsApp } from './context.ts';
import * as policies from './queries.ts';
import { canDisable, canEnable, canRevoke, faultsIn, statusOf } from './rules.ts';
import { lockTarget } from './targets.ts';
import type { components } from '../../generated/api.ts';
import type { Timestamp } from '../timestamp.ts';
import type { PolicyRow } from './queries.ts';
import { termsOf } from './terms.ts';

type Schemas = components['schemas'];

const approvalPolicy = (row: PolicyRow, now: Timestamp): Schemas['ApprovalPolicy'] => ({
  id: row.id,
  ...termsOf(row),
  used_count: row.used_count,
  status: statusOf(row, now),
  created_at: row.created_at,
  revoked_at: row.revoked_at,
  revoked_reason: row.revoked_reason,
  // An accepted request is the row of its policy.
  approval_request_id: row.proposed_at === null ? null : row.id,
});

/** Its uses are no changes of a policy, unless the last one exhausts it. */
const revised = (policy: Schemas['ApprovalPolicy']) =>
  revisedBy(policy.id, { ...policy, used_count: undefined });

const shown = (policy: Schemas['ApprovalPolicy']) => tagged(policy, revised(policy));

export const approvals = {
  async listApprovalPolicies({ query, caller }, app) {
    const now = app.now();
    const rows = await policies.list(app.db, caller.organization_id, query, now);
    return pageOf(rows, query, (row) => approvalPolicy(row, now));
  },

  async createApprovalPolicy({ body, ...call }, app) {
    const { caller } = call;
    const at = app.now();
    const faults = faultsIn(body, at);
    if (faults.length > 0) throw new InvalidRequest(faults);
    return makeChange({ ...call, at }, app, async ({ trx, organization_id, cause }) => {
      const target_id = await lockTarget(trx, app.lookups.targets, {
        organizationId: organization_id,
        request: body,
      });
      const policy = newPolicy(body, { id: app.newId(), caller, target_id, now: at });
      const after = approvalPolicy(await policies.insert(trx, policy), at);
      if (body.metadata) await mustFit(trx, organization_id, ['content_bytes_limit']);
      await record(trx, cause, { action: 'created', before: null, after });
      return shown(after);
    });
  },

  async getApprovalPolicy({ params, caller }, app) {
    const row = await policies.get(app.db, caller.organization_id, params.policy_id);
    return shown(approvalPolicy(row, app.now()));
  },

  async revokeApprovalPolicy({ params, body, ...call }, app) {
    const { organization_id } = call.caller;
    const answer = await makeChange(call, app, async ({ trx, at, cause, mustMatch }) => {
      const policy = await policies.lock(trx, organization_id, params.policy_id);
      const before = approvalPolicy(policy, at);
      mustMatch(revised(before));
      if (before.status === 'revoked') return before;
      if (!canRevoke(before.status)) throw notRevocable(before.status);
      const revocation = { reason: body.reason, by: cause.caller.user_id, at };
      const after = approvalPolicy(await policies.revoke(trx, policy.id, revocation), at);
      await record(trx, cause, { action: 'revoked', before, after });
      await app.effects.callsForbidden(trx, organization_id);
      return after;
    });
    await app.afterCommit((outer) =>
      outer.effects.approvalEnded(outer, { ...answer, organization_id }),
    );
    return shown(answer);
  },

  async disableApprovalPolicy({ params, ...call }, app) {
    const { organization_id } = call.caller;
    const answer = await makeChange(call, app, async ({ trx, at, cause, mustMatch }) => {
      const policy = await policies.lock(trx, organization_id, params.policy_id);
      const before = approvalPolicy(policy, at);
      mustMatch(revised(before));
      if (!canDisable(before.status)) throw notDisableable(before.status);
      const after = approvalPolicy(await policies.setDisabled(trx, policy.id, at), at);
      await record(trx, cause, { action: 'disabled', before, after });
      await app.effects.callsForbidden(trx, organization_id);
      return after;
    });
    await app.afterCommit((outer) =>
      outer.effects.approvalEnded(outer, { ...answer, organization_id }),
    );
    return shown(answer);
  },

  enableApprovalPolicy: asChange(async ({ trx, params, organization_id, at, cause, mustMatch }) => {
    const policy = await policies.lock(trx, organization_id, params.policy_id);
    const before = approvalPolicy(policy, at);
    mustMatch(revised(before));
    if (!canEnable(before.status)) throw notEnableable(before.status);
    const after = approvalPolicy(await policies.setDisabled(trx, policy.id, null), at);
    await record(trx, cause, { action: 'enabled', before, after });
    return shown(after);
  }),

  async listApprovalPolicyUses({ params, query, caller }, app) {
    const policy = await policies.get(app.db, caller.organization_id, params.policy_id);
    const rows = await policies.listUses(app.db, caller.organization_id, policy.id, query);
    return pageOf(rows, query);
  },
} satisfies HandlersFor<
  | 'listApprovalPolicies'
  | 'createApprovalPolicy'
  | 'getApprovalPolicy'
  | 'revokeApprovalPolicy'
  | 'disableApprovalPolicy'
  | 'enableApprovalPolicy'
  | 'listApprovalPolicyUses',
  ApprovalsApp
>;

const notRevocable = (state: string) =>
  conflict(
    'approval_policy_not_revocable',
    `Only an active or disabled policy can be revoked; this policy is ${state}.`,
    { state },
  );

const notDisableable = (state: string) =>
  conflict(
    'approval_policy_not_disableable',
    `Only an active policy can be disabled; this policy is ${state}.`,
    { state },
  );

const notEnableable = (state: string) =>
  conflict(
    'approval_policy_not_enableable',
    `Only a disabled policy can be enabled; this policy is ${state}.`,
    { state },
  );
