import type { Transaction } from 'kysely';
import { digest, newMailToken } from '../auth/credentials.ts';
import { insertOrLock } from '../auth/invitations/queries.ts';
import { expiryOf } from '../auth/invitations/rules.ts';
import type { Database } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';
import type { DemoAccounts } from './accounts.ts';

/** Creates an open invitation whose token nobody knows; `resendInvitation` makes one that somebody does. */
export async function seedInvitations(
  trx: Transaction<Database>,
  { organization_id, user_id }: DemoAccounts,
  now: Timestamp,
): Promise<void> {
  await insertOrLock(trx, {
    organization_id,
    email: 'grace@example.com',
    role: 'viewer',
    token_hash: digest(newMailToken(0)),
    invited_by: user_id,
    created_at: now,
    expires_at: expiryOf(now),
  });
}
