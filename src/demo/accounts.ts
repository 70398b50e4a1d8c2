import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Account, changePassword } from '../auth/actions.ts';
import { hashPassword, passwordMatches } from '../auth/credentials.ts';
import { insertUser, listDemoUsers, lockSetUp } from '../auth/queries.ts';
import * as organizations from '../billing/organization-queries.ts';
import type { Database, Db } from '../db/connect.ts';
import type { Timestamp } from '../timestamp.ts';

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

/** The users' password hashes, which are slow to compute; undefined if the demo already exists. */
export async function hashesFor(db: Db): Promise<PasswordHashes | undefined> {
  if (await demoExists(db)) return undefined;
  return {
    user: await hashPassword(demoUser.password),
    admin: await hashPassword(demoAdmin.password),
  };
}

interface PasswordHashes {
  readonly user: string;
  readonly admin: string;
}

/** Whether there is the demo, also without the users who left it, or somebody with the address of one of them. */
async function demoExists(db: Db): Promise<boolean> {
  const organization = await db
    .selectFrom('organizations')
    .select('id')
    .where('is_demo', '=', true)
    .executeTakeFirst();
  if (organization) return true;
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'in', [demoUser.email, demoAdmin.email])
    .executeTakeFirst();
  return user !== undefined;
}

/** Creates the demo's organization and users; undefined if they already exist. */
export async function seedAccounts(
  trx: Transaction<Database>,
  hashes: PasswordHashes,
  now: Timestamp,
): Promise<(DemoAccounts & { readonly admin_id: number }) | undefined> {
  await lockSetUp(trx);
  if (await demoExists(trx)) return undefined;
  const { id } = await organizations.insert(trx, {
    name: 'Demo Organization',
    is_demo: true,
    created_at: now,
  });
  const account = { organization_id: id, role: 'owner', created_at: now } as const;
  const user = await insertUser(trx, {
    ...account,
    email: demoUser.email,
    password_hash: hashes.user,
    is_super_admin: false,
  });
  const admin = await insertUser(trx, {
    ...account,
    email: demoAdmin.email,
    password_hash: hashes.admin,
    is_super_admin: true,
  });
  return { organization_id: id, user_id: user.id, admin_id: admin.id };
}

/**
 * Keeps the published passwords from working over the network: there the users get random ones, on this machine the
 * published ones. Random passwords are announced before the commit, so that a crash in between never leaves passwords
 * that nobody knows.
 */
export async function settlePasswords(
  db: Db,
  { onNetwork }: { readonly onNetwork: boolean },
  announce: (users: readonly (typeof demoUser)[]) => void,
): Promise<void> {
  const changes: { user: typeof demoUser & Account; hash: string }[] = [];
  for (const user of await listDemoUsers(db)) {
    const known = demoUsers.find(({ email }) => email === user.email)?.password;
    if (known === undefined || (await passwordMatches(user.password_hash, known)) !== onNetwork)
      continue;
    const password = onNetwork ? randomBytes(18).toString('base64url') : known;
    changes.push({ user: { ...user, password }, hash: await hashPassword(password) });
  }
  if (changes.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const changed: (typeof demoUser)[] = [];
    for (const { user, hash } of changes)
      if (await changePassword(trx, user, hash)) changed.push(user);
    if (onNetwork && changed.length > 0) announce(changed);
  });
}
