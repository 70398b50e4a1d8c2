import { mustFit } from '../billing/quotas/actions.ts';
import type { Caller } from '../caller.ts';
import { conflict, InvalidRequest, limitReached } from '../errors.ts';
import { mustMatch } from '../http/etag.ts';
import type { HandlersFor } from '../http/contract.ts';
import { newProposal, record } from './audit.ts';
import type { ApprovalsApp } from './context.ts';
import * as policies from './queries.ts';
import {
  belowPolicy,
  canAccept,
  canDecline,
  connectorFaults,
  countedSince,
  faultsIn,
  maxProposals,
} from './rules.ts';
import { lockTarget } from './targets.ts';
import { approvalPolicy, revised, shown } from './views.ts';

export const approvalProposals = {
  async proposeApprovalPolicy({ body, caller, requestId }, app) {
    const now = app.now();
    const { policy } = body;
    const faults = [
      ...connectorFaults(policy.connector_name, connectorOf(caller)),
      ...faultsIn(policy, now),
    ];
    if (faults.length > 0) throw new InvalidRequest(belowPolicy(faults));
    const organizationId = caller.organization_id;
    return app.db.transaction().execute(async (trx) => {
      await policies.lockProposals(trx, organizationId);
      const window = { now, since: countedSince(now) };
      const unanswered = await policies.countUnanswered(trx, organizationId, window);
      if (unanswered >= maxProposals) throw proposalLimitReached();
      const target_id = await lockTarget(trx, app.lookups.targets, {
        organizationId,
        request: policy,
        faulty: belowPolicy,
      });
      const proposal = newProposal(body, { caller, target_id, now });
      const after = approvalPolicy(await policies.insert(trx, proposal), now);
      if (policy.metadata) await mustFit(trx, organizationId, ['content_bytes_limit']);
      await record(
        trx,
        { caller, requestId, at: now },
        { action: 'proposed', before: null, after },
      );
      return shown(after);
    });
  },

  async acceptApprovalPolicy({ params, headers, caller, requestId }, app) {
    const now = app.now();
    return app.db.transaction().execute(async (trx) => {
      const policy = await policies.lock(trx, caller.organization_id, params.policy_id);
      const before = approvalPolicy(policy, now);
      mustMatch(headers['if-match'], revised(before));
      if (!canAccept(before.status)) throw notProposed(before.status);
      const answer = { by: caller.user_id, at: now };
      const after = approvalPolicy(await policies.accept(trx, policy.id, answer), now);
      await record(trx, { caller, requestId, at: now }, { action: 'accepted', before, after });
      return shown(after);
    });
  },

  async declineApprovalPolicy({ params, headers, body, caller, requestId }, app) {
    const now = app.now();
    return app.db.transaction().execute(async (trx) => {
      const policy = await policies.lock(trx, caller.organization_id, params.policy_id);
      const before = approvalPolicy(policy, now);
      mustMatch(headers['if-match'], revised(before));
      if (!canDecline(before.status)) throw notProposed(before.status);
      const answer = { by: caller.user_id, at: now, reason: body.reason };
      const after = approvalPolicy(await policies.decline(trx, policy.id, answer), now);
      await record(trx, { caller, requestId, at: now }, { action: 'declined', before, after });
      return shown(after);
    });
  },
} satisfies HandlersFor<
  'proposeApprovalPolicy' | 'acceptApprovalPolicy' | 'declineApprovalPolicy',
  ApprovalsApp
>;

const connectorOf = (caller: Caller): string | null =>
  caller.kind === 'api_key' ? caller.connector_name : null;

const proposalLimitReached = () =>
  limitReached('approval_proposals', {
    limit: maxProposals,
    detail: `${maxProposals} proposals wait for an answer or expired without one in the hour after they were made. A user has to accept or decline some of them first.`,
  });

const notProposed = (state: string) =>
  conflict(
    'approval_policy_not_proposed',
    `Only a proposed policy can be accepted or declined; this policy is ${state}.`,
    { state },
  );
