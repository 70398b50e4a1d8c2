import { recordChange } from '../audit/actions.ts';
import { pageOf } from '../db/page.ts';
import { conflict } from '../errors.ts';
import type { Some } from '../http/contract.ts';
import * as policies from './queries.ts';
import { canRevoke } from './rules.ts';
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

  async revokeApprovalPolicy({ params, body, caller, requestId }, app) {
    const { organization_id, user_id } = caller;
    const now = app.now();
    const cause = { caller, requestId, at: now };
    return app.db.transaction().execute(async (trx) => {
      const policy = await policies.lock(trx, organization_id, params.policy_id);
      const before = approvalPolicy(policy, now);
      if (before.status === 'revoked') return before;
      if (!canRevoke(before.status)) throw notRevocable(before.status);
      const revocation = { reason: body.reason, by: user_id, at: now };
      const after = approvalPolicy(await policies.revoke(trx, policy.id, revocation), now);
      const subject = { organization_id, subject_id: policy.id };
      await recordChange(trx, cause, {
        action: 'approval_policy.revoked',
        ...subject,
        before,
        after,
      });
      return after;
    });
  },
} satisfies Some<'listApprovalPolicies' | 'getApprovalPolicy' | 'revokeApprovalPolicy'>;

const notRevocable = (state: string) =>
  conflict(
    'approval_policy_not_revocable',
    `An ${state} policy cannot be revoked; it authorises nothing any more.`,
    { state },
  );
