import { type Cause, recordChange } from '../audit/actions.ts';
import type { AuditAction } from '../audit/queries.ts';
import type { Members } from '../audit/rules.ts';
import type { Caller } from '../caller.ts';

interface CampaignChange {
  readonly action: Extract<AuditAction, `campaign.${string}`>;
  readonly id: number;
  readonly before: Members | null;
  readonly after: Members | null;
}

/** Records a change of a campaign in the audit trail, in the transaction that makes it. */
export const record = (
  trx: Parameters<typeof recordChange>[0],
  cause: Cause & { readonly caller: Caller },
  { id, ...change }: CampaignChange,
): Promise<void> =>
  recordChange(trx, cause, {
    ...change,
    organization_id: cause.caller.organization_id,
    subject_id: id,
  });
