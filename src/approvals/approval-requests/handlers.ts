import { makeChange } from '../../audit/actions.ts';
import type { components } from '../../../generated/api.ts';
import { emailsFor } from '../../auth/members/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Caller } from '../../caller.ts';
import type { Db } from '../../db/connect.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, InvalidRequest, limitReached } from '../../errors.ts';
import { revisedBy, tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { newRequest, recordRequest } from '../audit.ts';
import type { ApprovalsApp } from '../context.ts';
import { faultsIn } from '../rules.ts';
import { lockTarget } from '../targets.ts';
import * as requests from './queries.ts';
import {
  allows,
  type Answer,
  belowPolicy,
  connectorFaults,
  countedSince,
  maxPending,
  statusOf,
} from './rules.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { RequestRow } from './queries.ts';
import { termsOf } from '../terms.ts';

type AnyRequest = Omit<components['schemas']['ApprovalRequest'], 'answered_by_email'>;

/** A request without whose address it was: that is kept nowhere, and only people see it. */
const approvalRequest = (row: RequestRow, now: Timestamp): AnyRequest => ({
  id: row.id,
  status: statusOf(row, now),
  policy: termsOf(row),
  reason: row.proposal_reason,
  api_key_id: row.proposed_by_key,
  created_at: row.created_at,
  closes_at: row.proposal_closes_at,
  accepted_at: row.approved_at,
  policy_id: row.approved_at === null ? null : row.id,
  declined_at: row.declined_at,
  declined_reason: row.declined_reason,
  withdrawn_at: row.withdrawn_at,
  answered_by: row.answered_by,
});

const revised = (request: AnyRequest) => revisedBy(request.id, request);

async function shown(db: Db, caller: Caller, request: AnyRequest) {
  const emailOf = await emailsFor(caller, db, [request.answered_by]);
  const answered_by_email = emailOf(request.answered_by);
  return tagged({ ...request, answered_by_email }, revised(request));
}

export const approvalRequests = {
  async listApprovalRequests({ query, caller }, app) {
    const now = app.now();
    const rows = await requests.list(app.db, ownerOf(caller), query, now);
    const emailOf = await emailsFor(
      caller,
      app.db,
      rows.map(({ answered_by }) => answered_by),
    );
    return pageOf(rows, query, (row) => ({
      ...approvalRequest(row, now),
      answered_by_email: emailOf(row.answered_by),
    }));
  },

  async getApprovalRequest({ params, caller }, app) {
    const row = await requests.get(app.db, ownerOf(caller), params.approval_request_id);
    return shown(app.db, caller, approvalRequest(row, app.now()));
  },

  async createApprovalRequest({ body, ...call }, app) {
    const { caller } = call;
    const at = app.now();
    const { policy } = body;
    const { organization_id: organizationId, connector_name } = ownerOf(caller);
    const faults = [
      ...connectorFaults(policy.connector_name, connector_name),
      ...faultsIn(policy, at),
    ];
    if (faults.length > 0) throw new InvalidRequest(belowPolicy(faults));
    return makeChange({ ...call, at }, app, async ({ trx, cause }) => {
      await requests.lockCount(trx, organizationId);
      const window = { now: at, since: countedSince(at) };
      const unanswered = await requests.countUnanswered(trx, organizationId, window);
      if (unanswered >= maxPending) throw pendingLimitReached();
      const target_id = await lockTarget(trx, app.lookups.targets, {
        organizationId,
        request: policy,
        faulty: belowPolicy,
      });
      const authorship = { id: app.newId(), caller, target_id, now: at };
      const row = await requests.insert(trx, newRequest(body, authorship));
      if (policy.metadata) await mustFit(trx, organizationId, ['content_bytes_limit']);
      const after = approvalRequest(row, at);
      await recordRequest(trx, cause, { action: 'created', before: null, after });
      return shown(trx, caller, after);
    });
  },

  acceptApprovalRequest: (request, app) =>
    answer(request, app, 'accept', ({ caller }, now) => ({
      approved_at: now,
      answered_by: caller.user_id,
    })),

  declineApprovalRequest: (request, app) =>
    answer(request, app, 'decline', ({ caller, body }, now) => ({
      declined_at: now,
      declined_reason: body.reason,
      answered_by: caller.user_id,
    })),

  withdrawApprovalRequest: (request, app) =>
    answer(request, app, 'withdraw', (_, now) => ({ withdrawn_at: now, proposal_closes_at: now })),
} satisfies HandlersFor<
  | 'listApprovalRequests'
  | 'getApprovalRequest'
  | 'createApprovalRequest'
  | 'acceptApprovalRequest'
  | 'declineApprovalRequest'
  | 'withdrawApprovalRequest',
  ApprovalsApp
>;

interface AnswerRequest {
  readonly params: { readonly approval_request_id: string };
  readonly headers: { readonly 'if-match'?: string };
  readonly caller: Caller;
  readonly requestId: string;
}

/** Answers a pending request, once: concurrent answers wait for its row. */
const answer = <Request extends AnswerRequest>(
  request: Request,
  app: ApprovalsApp,
  verb: Answer,
  changes: (request: Request, now: string) => requests.Answered,
) =>
  makeChange(request, app, async ({ trx, at, cause, mustMatch }) => {
    const { caller, params } = request;
    const row = await requests.lock(trx, ownerOf(caller), params.approval_request_id);
    const before = approvalRequest(row, at);
    mustMatch(revised(before));
    if (!allows(verb, before.status)) throw notPending(before.status);
    const after = approvalRequest(await requests.update(trx, row.id, changes(request, at)), at);
    await recordRequest(trx, cause, { action: done[verb], before, after });
    return shown(trx, caller, after);
  });

const done = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;

/** Users and keys without a connector see all requests of their organization. */
const ownerOf = (caller: Caller): requests.Owner => ({
  organization_id: caller.organization_id,
  connector_name: caller.kind === 'api_key' ? caller.connector_name : null,
});

const pendingLimitReached = () =>
  limitReached('approval_requests', {
    limit: maxPending,
    detail: `${maxPending} approval requests are pending, or expired or were withdrawn in the hour after they were created. A user has to accept or decline some of them first.`,
  });

const notPending = (state: components['schemas']['ApprovalRequestStatus']) =>
  conflict(
    'approval_request_not_pending',
    `Only a pending request can be accepted, declined or withdrawn; this request is ${state}.`,
    { state },
  );
