import type { Transaction } from 'kysely';
import { hashPassword } from '../auth/credentials.ts';
import { insertOrganization, insertUser, lockSetUp } from '../auth/queries.ts';
import type { Database } from '../db/connect.ts';
import type { Moment } from '../moment.ts';

export const demoUser = { email: 'demo@example.com', password: 'demo-password' };
export const demoAdmin = { email: 'admin@example.com', password: 'admin-password' };
export const demoUsers = [
  { ...demoUser, role: 'user' },
  { ...demoAdmin, role: 'super admin' },
];

export interface DemoAccounts {
  readonly organization_id: number;
  readonly user_id: number;
}

/** Undefined if the demo is there already. */
export async function seedAccounts(
  trx: Transaction<Database>,
  now: Moment,
): Promise<DemoAccounts | undefined> {
  await lockSetUp(trx);
  const existing = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoUser.email)
    .executeTakeFirst();
  if (existing) return undefined;
  const { id } = await insertOrganization(trx, {
    name: 'Demo Organization',
    created_at: now,
  });
  const add = async ({ email, password }: typeof demoUser, is_super_admin: boolean) =>
    insertUser(trx, {
      email,
      password_hash: await hashPassword(password),
      organization_id: id,
      is_super_admin,
      created_at: now,
    });
  const user = await add(demoUser, false);
  await add(demoAdmin, true);
  return { organization_id: id, user_id: user.id };
}
