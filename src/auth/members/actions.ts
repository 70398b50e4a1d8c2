import type { Transaction } from 'kysely';
import type { AnyCaller, Role, SessionCaller } from '../../caller.ts';
import type { Database, Db } from '../../db/connect.ts';
import { conflict, notFound, roleRequired, unauthorized } from '../../errors.ts';
import type { OpenChange } from '../../audit/actions.ts';
import * as queries from './queries.ts';
import { isLastOwner, rolesChanging } from './rules.ts';
import { revised } from './views.ts';

/** Throws 403 `role_required` unless the user may give and take these roles. */
export function mustBeAllowed({ role }: { readonly role: Role }, involved: readonly Role[]): void {
  const required = rolesChanging(involved);
  if (!required.includes(role)) throw roleRequired(role, required);
}

/**
 * Like `mustBeAllowed`, of the role that the caller has now and keeps until the transaction ends. Call it when nothing else is
 * left to wait for: whoever changes the role waits.
 */
export async function mustStillBeAllowed(
  trx: Transaction<Database>,
  { organization_id, user_id }: SessionCaller,
  involved: readonly Role[],
): Promise<void> {
  const current = await queries.lockForChange(trx, organization_id, user_id);
  if (!current) throw unauthorized();
  mustBeAllowed(current, involved);
}

/**
 * The current addresses of users by their ids, null for those who are no members. Only people see who the members are: for
 * API keys and tokens of runs all are null.
 */
export async function emailsFor(
  caller: AnyCaller,
  db: Db,
  userIds: readonly (number | null)[],
): Promise<(userId: number | null) => string | null> {
  const ids = userIds.filter((id) => id !== null);
  if (caller.kind !== 'session' || ids.length === 0) return () => null;
  const emails = await queries.emailsOf(db, caller.organization_id, ids);
  return (userId) => (userId === null ? null : (emails.get(userId) ?? null));
}

interface Change {
  readonly user_id: number;
  /** The new role; undefined if the member is removed. */
  readonly role?: Role;
  readonly mustMatch: OpenChange['mustMatch'];
}

/**
 * The member, locked with all owners, if the caller may change the role or remove the member; everybody may leave. Throws
 * `precondition_failed` if If-Match names another state, `last_owner` if no owner would be left, and
 * `organization_has_super_admin` if a super admin would be removed.
 */
export async function lockToChange(
  trx: Transaction<Database>,
  caller: SessionCaller,
  { user_id, role, mustMatch }: Change,
) {
  const locked = await queries.lockWithOwners(trx, caller.organization_id, [
    user_id,
    caller.user_id,
  ]);
  const member = locked.find(({ id }) => id === user_id);
  if (!member) throw notFound('Member', 'user_id');
  const leaves = role === undefined && user_id === caller.user_id;
  const involved = role === undefined ? [member.role] : [member.role, role];
  if (!leaves) mustBeAllowed(caller, involved);
  mustMatch(revised(member));
  // Whoever signed up with the address then would keep the service from making its super admin again.
  if (role === undefined && member.is_super_admin)
    throw conflict(
      'organization_has_super_admin',
      'This user is a super admin, who operates the service and can neither be removed nor leave.',
    );
  if (role !== 'owner' && isLastOwner(locked, user_id))
    throw conflict(
      'last_owner',
      "This user is the organization's only owner. Make another member an owner first.",
    );
  // The caller's role, or the caller, may have gone since the request was let in.
  const current = locked.find(({ id }) => id === caller.user_id);
  if (!current) throw unauthorized();
  if (!leaves) mustBeAllowed(current, involved);
  return member;
}
