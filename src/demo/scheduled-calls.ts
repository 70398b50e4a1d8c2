import type { Transaction } from 'kysely';
import type { Database } from '../db/connect.ts';
import { later, type Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';
import type { DemoWorkflow } from './campaign-rows.ts';

const dayMs = 86_400_000;

/** A call to Ada in some days. */
export async function seedScheduledCalls(
  trx: Transaction<Database>,
  {
    organization_id,
    user_id,
    workflow_id,
  }: Pick<DemoAccounts, 'organization_id' | 'user_id'> & Pick<DemoWorkflow, 'workflow_id'>,
  now: Timestamp,
): Promise<void> {
  const scheduled_at = later(now, 4 * dayMs);
  await trx
    .insertInto('scheduled_calls')
    .values({
      organization_id,
      workflow_id,
      to_number: '+12025550185',
      initial_context: JSON.stringify({ first_name: 'Ada' }),
      scheduled_at,
      due_at: scheduled_at,
      user_id,
      created_at: now,
    })
    .execute();
}
