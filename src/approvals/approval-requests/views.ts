import type { components } from '../../../generated/api.ts';
import { revisedBy, tagged } from '../../http/etag.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { RequestRow } from './queries.ts';
import { statusOf } from './rules.ts';
import { termsOf } from '../terms.ts';

type ApprovalRequest = components['schemas']['ApprovalRequest'];

export const approvalRequest = (row: RequestRow, now: Timestamp): ApprovalRequest => ({
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
});

export const revised = (request: ApprovalRequest) => revisedBy(request.id, request);

export const shown = (request: ApprovalRequest) => tagged(request, revised(request));
