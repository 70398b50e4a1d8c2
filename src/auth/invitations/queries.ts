import { type Insertable, sql, type Transaction } from 'kysely';
import type { Invitations } from '../../../generated/database.ts';
import type { Database, Db } from '../../db/connect.ts';
import { resource } from '../../db/resource.ts';
import { later, type Timestamp } from '../../timestamp.ts';
import { accepted, type LookUp, suspensionColumns } from '../queries.ts';

const columns = [
  'id',
  'organization_id',
  'email',
  'role',
  'token_hash',
  'invited_by',
  'created_at',
  'expires_at',
] as const;

/**
 * The organization's invitation of this address, locked until the transaction ends: the given one, or the earlier one
 * with its own token. Case is ignored.
 */
export const insertOrLock = (trx: Transaction<Database>, invitation: Insertable<Invitations>) =>
  trx
    .insertInto('invitations')
    .values(invitation)
    .onConflict((on) =>
      on
        .expression(sql`organization_id, lower(email)`)
        .doUpdateSet((eb) => ({ email: eb.ref('invitations.email') })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();

const all = resource('invitations', { columns, missing: ['Invitation', 'invitation_id'] });

export const { list, get, remove } = all;

/** The invitation, locked against other changes until the transaction ends. */
export const lock = all.locking('for update');

/** The invitations that a user created, locked against other changes until the transaction ends. */
export const lockOf = (trx: Transaction<Database>, organizationId: number, userId: number) =>
  trx
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('invited_by', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Gives the invitation another token; the earlier one is no longer accepted. */
export const renew = (
  trx: Transaction<Database>,
  id: number,
  { token_hash, expires_at }: { readonly token_hash: Buffer; readonly expires_at: Timestamp },
) =>
  trx
    .updateTable('invitations')
    .set({ token_hash, expires_at })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/**
 * What says whether the organization that sent this token is suspended; undefined if the token's invitation has expired
 * or there is none.
 */
export const findSender = (db: Db, hash: Buffer, { now, demo }: LookUp) =>
  db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select(suspensionColumns)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('organizations.is_demo', 'in', accepted(demo))
    .executeTakeFirst();

/** Deletes the invitation of this token and returns it; undefined if there is none, or it has expired. */
export const take = (trx: Transaction<Database>, hash: Buffer, now: Timestamp) =>
  trx
    .deleteFrom('invitations')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();

/** Counts an invitation that is sent; returns how many were sent in the current hour, and when that began. */
export const countSent = (trx: Transaction<Database>, organizationId: number, now: Timestamp) =>
  trx
    .insertInto('invitation_hours')
    .values({ organization_id: organizationId, began_at: now, sent: 1 })
    .onConflict((on) =>
      on.column('organization_id').doUpdateSet((eb) => {
        const isOver = eb('invitation_hours.began_at', '<=', later(now, -3_600_000));
        return {
          began_at: eb
            .case()
            .when(isOver)
            .then(eb.ref('excluded.began_at'))
            .else(eb.ref('invitation_hours.began_at'))
            .end(),
          sent: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('invitation_hours.sent', '+', 1))
            .end(),
        };
      }),
    )
    .returning(['began_at', 'sent'])
    .executeTakeFirstOrThrow();

/** Deletes some of the invitations that expired before a time; returns how many. */
export async function removeExpired(db: Db, before: Timestamp, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('id', 'in', (eb) =>
      eb.selectFrom('invitations').select('id').where('expires_at', '<', before).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
