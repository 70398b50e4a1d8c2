import { pageOf } from '../db/page.ts';
import { conflict } from '../errors.ts';
import type { Some } from '../http/contract.ts';
import * as policies from './queries.ts';
import { canRevoke, statusOf } from './rules.ts';
import { approvalPolicy } from './views.ts';

export const approvals = {
  async listApprovalPolicies({ query, caller }, app) {
    const rows = await policies.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, (row) => approvalPolicy(row, app.now()));
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
} satisfies Some<'listApprovalPolicies' | 'getApprovalPolicy' | 'revokeApprovalPolicy'>;

const notRevocable = (state: string) =>
  conflict(
    'approval_policy_not_revocable',
    `An ${state} policy cannot be revoked; it authorises nothing any more.`,
    { state },
  );
