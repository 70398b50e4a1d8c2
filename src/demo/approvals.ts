import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../db/connect.ts';
import { later, type Moment } from '../moment.ts';
import type { DemoAccounts } from './accounts.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** One policy in each status. */
export async function seedApprovals(
  trx: Transaction<Database>,
  { organization_id, user_id }: DemoAccounts,
  now: Moment,
): Promise<void> {
  const policy = {
    organization_id,
    connector_name: 'crm',
    action_type: 'call_initiate' as const,
    target_name: 'Appointment reminder',
    destination_kind: 'exact_e164' as const,
    destination_value: '+12025550123',
    not_before: later(now, -dayMs),
    expires_at: later(now, 30 * dayMs),
    max_uses: 10,
    created_by: user_id,
    created_at: now,
  };
  await trx
    .insertInto('approval_policies')
    .values([
      { ...policy, id: uuid(), max_uses: 1, used_count: 1 },
      {
        ...policy,
        id: uuid(),
        not_before: later(now, -30 * dayMs),
        expires_at: later(now, -dayMs),
      },
      {
        ...policy,
        id: uuid(),
        revoked_at: now,
        revoked_reason: 'customer_request',
        revoked_by: user_id,
      },
      { ...policy, id: uuid(), disabled_at: now },
      {
        ...policy,
        id: uuid(),
        action_type: 'campaign_start',
        target_name: 'Spring renewals',
        destination_kind: 'campaign',
        destination_value: '1',
        campaign_contact_count_ceiling: 500,
      },
      { ...policy, id: uuid() },
    ])
    .execute();
}
