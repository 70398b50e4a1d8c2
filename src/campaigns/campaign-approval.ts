import type { Transaction } from 'kysely';
import { approvalFor, mustCover } from '../approvals/actions.ts';
import { authorOf } from '../auth/rules.ts';
import type { Caller } from '../caller.ts';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import { contactsToCall } from './lifecycle/queries.ts';
import * as starts from './lifecycle/start-time-queries.ts';
import type { CampaignRow } from './lock-queries.ts';

interface Change {
  readonly caller: Caller;
  readonly now: Timestamp;
  /** The new time of the start; absent: as before. */
  readonly start_at?: Timestamp;
}

/**
 * Makes the caller who changes a campaign, which is locked, answerable for its calls. Throws 403 `approval_required` if it
 * is a connector without an approval for them: the policy with which the campaign was started, or one for a start that
 * is scheduled. Whoever starts a campaign later answers for what was changed before.
 */
export async function makeAccountable(
  trx: Transaction<Database>,
  campaign: CampaignRow,
  { caller, now, start_at }: Change,
): Promise<void> {
  const { id, state, approval_policy_id: policy_id, start_due_at } = campaign;
  if (state === 'created' && start_due_at === null) return;
  const contacts = await contactsToCall(trx, campaign);
  if (state !== 'created') return mustCover(trx, { caller, policy_id, contacts, now });
  const at = [start_at ?? start_due_at ?? now, now].toSorted().at(-1)!;
  await approvalFor(trx, {
    caller,
    action: { action_type: 'campaign_start', campaign_id: id, contacts_to_call: contacts },
    now: at,
    lock: false,
  });
  await starts.setAuthor(trx, id, authorOf(caller));
}
