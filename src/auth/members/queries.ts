import { sql, type Transaction } from 'kysely';
import type { Role } from '../../caller.ts';
import type { Database, Db } from '../../db/connect.ts';
import { newestFirst, type PageQuery } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import { cancelChange, cancelReset } from '../accounts/queries.ts';
import { endAll } from '../sessions/queries.ts';

const columns = ['id', 'email', 'role', 'created_at'] as const;

export function list(db: Db, organizationId: number, query: PageQuery) {
  return db
    .selectFrom('users')
    .select(columns)
    .$narrowType<{ email: string }>()
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .$call(newestFirst(query))
    .execute();
}

/** The addresses of users of the organization; null for those who were removed. */
export async function emailsOf(
  db: Db,
  organizationId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const members = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', sql<number>`any(${userIds}::bigint[])`)
    .execute();
  return new Map(members.map(({ id, email }) => [id, email]));
}

export const get = (db: Db, organizationId: number, id: number) =>
  db
    .selectFrom('users')
    .select(columns)
    .$narrowType<{ email: string }>()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('Member', 'user_id'));

/**
 * The owners and some other members, locked against other changes until the transaction ends, always in the same order.
 * So owners who change each other's roles at the same time see one another's changes.
 */
export const lockWithOwners = (
  trx: Transaction<Database>,
  organizationId: number,
  userIds: readonly number[],
) =>
  trx
    .selectFrom('users')
    .select([...columns, 'is_super_admin'])
    .$narrowType<{ email: string }>()
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('id', 'in', userIds)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** A member, whose role stays until the transaction ends; undefined if the user was removed. */
export const lockForChange = (trx: Transaction<Database>, organizationId: number, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst();

export const setRole = (trx: Transaction<Database>, id: number, role: Role) =>
  trx
    .updateTable('users')
    .set({ role })
    .where('id', '=', id)
    .returning(columns)
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow();

/** Deletes all about the user, sessions included, but the row, to which others refer. */
export async function remove(trx: Transaction<Database>, id: number, at: Timestamp): Promise<void> {
  await endAll(trx, id);
  await cancelReset(trx, id);
  await cancelChange(trx, id);
  await trx
    .updateTable('users')
    .set({
      removed_at: at,
      email: null,
      password_hash: '',
      configured_password_hash: null,
      is_super_admin: false,
    })
    .where('id', '=', id)
    .execute();
}
