import { type NotNull, sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../db/connect.ts';
import { isDuplicate } from '../../db/errors.ts';
import { emailExists, notFound } from '../../errors.ts';
import type { Timestamp } from '../../timestamp.ts';
import type { Sent } from './rules.ts';

type Trx = Transaction<Database>;

const users = (db: Db | Trx) =>
  db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([
      'users.id',
      'users.organization_id',
      'users.email',
      'users.password_hash',
      'users.email_verified',
      'organizations.is_demo',
    ])
    // Who was removed has no address.
    .where('users.email', 'is not', null)
    .$narrowType<{ email: NotNull }>();

export const get = (db: Db, id: number) =>
  users(db)
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('User'));

/** The user, locked against other changes, log-ins included; undefined if the user was removed. */
export const lock = (trx: Trx, id: number) =>
  users(trx).where('users.id', '=', id).forNoKeyUpdate('users').executeTakeFirst();

export type AccountRow = Awaited<ReturnType<typeof get>>;

/**
 * Sets the password of a locked user. Of a super admin the environment's password stays known, so that the next start
 * does not set it again.
 */
export const setPassword = (trx: Trx, id: number, password_hash: string) =>
  trx
    .updateTable('users')
    .set({
      password_hash,
      configured_password_hash: sql<string | null>`
        case when is_super_admin then coalesce(configured_password_hash, password_hash) end`,
    })
    .where('id', '=', id)
    .execute();

/** Sets the address of a locked user, who received an email at it. Throws `email_exists` if another user has it. */
export async function setEmail(trx: Trx, id: number, email: string): Promise<void> {
  try {
    await trx
      .updateTable('users')
      .set({ email, email_verified: true })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    throw isDuplicate(error, 'users_email_key') ? emailExists('token') : error;
  }
}

interface ResetRequest {
  readonly id: string;
  readonly email_encrypted: Buffer;
  readonly created_at: Timestamp;
}

export const insertRequest = (trx: Trx, request: ResetRequest) =>
  trx.insertInto('password_reset_requests').values(request).execute();

/** Takes the oldest request; undefined if there is none. */
export const takeRequest = (trx: Trx) =>
  trx
    .deleteFrom('password_reset_requests')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('password_reset_requests')
        .select('id')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'email_encrypted', 'created_at'])
    .executeTakeFirst();

interface Token extends Sent {
  readonly token_hash: Buffer;
  readonly expires_at: Timestamp;
}

type Of = Pick<AccountRow, 'id' | 'organization_id'>;

/** What was sent to a locked user so far. */
export const resetOf = (trx: Trx, userId: number) =>
  trx
    .selectFrom('password_resets')
    .select(['mails', 'hour_began_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const putReset = (trx: Trx, { id, organization_id }: Of, token: Token) =>
  trx
    .insertInto('password_resets')
    .values({ user_id: id, organization_id, ...token })
    .onConflict((on) => on.column('user_id').doUpdateSet(token))
    .execute();

/** The user whose token it is, of a reset or a change; undefined if it is no longer valid. */
export const findOwner = (
  db: Db,
  table: 'password_resets' | 'email_changes',
  {
    token_hash,
    now,
    demo,
  }: { readonly token_hash: Buffer; readonly now: Timestamp; readonly demo: boolean },
) =>
  db
    .selectFrom(table)
    .innerJoin('organizations', 'organizations.id', `${table}.organization_id`)
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .where('is_demo', 'in', demo ? [true, false] : [false])
    .executeTakeFirst();

/** Takes a reset of a locked user; false if it is gone. */
export async function takeReset(trx: Trx, userId: number, token_hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('password_resets')
    .where('user_id', '=', userId)
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const cancelReset = (trx: Trx, userId: number) =>
  trx.deleteFrom('password_resets').where('user_id', '=', userId).execute();

export const changeOf = (trx: Trx, userId: number) =>
  trx
    .selectFrom('email_changes')
    .select(['mails', 'hour_began_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const putChange = (
  trx: Trx,
  { id, organization_id }: Of,
  /** The user's own address is to be verified. */
  change: Token & { readonly email: string },
) =>
  trx
    .insertInto('email_changes')
    .values({ user_id: id, organization_id, ...change })
    .onConflict((on) => on.column('user_id').doUpdateSet(change))
    .execute();

/** Takes a change of a locked user and returns its address; undefined if it is gone. */
export async function takeChange(
  trx: Trx,
  userId: number,
  { token_hash, now }: { readonly token_hash: Buffer; readonly now: Timestamp },
): Promise<string | undefined> {
  const change = await trx
    .selectFrom('email_changes')
    .select('email')
    .where('user_id', '=', userId)
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (change) await cancelChange(trx, userId);
  return change?.email ?? undefined;
}

export const setVerified = (trx: Trx, id: number) =>
  trx.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute();

/** Ends the token. The row stays for as long as its emails count. */
export const cancelChange = (trx: Trx, userId: number) =>
  trx
    .updateTable('email_changes')
    .set({ token_hash: null, email: null })
    .where('user_id', '=', userId)
    .execute();

const batchSize = 1000;

/** Removes tokens that nobody can use; those of the last hour still count mails. */
export async function removeExpired(db: Db, before: Timestamp): Promise<void> {
  for (const table of ['password_resets', 'email_changes'] as const)
    await db
      .deleteFrom(table)
      .where('user_id', 'in', (eb) =>
        eb
          .selectFrom(table)
          .select('user_id')
          .where('expires_at', '<=', before)
          .orderBy('expires_at')
          .limit(batchSize),
      )
      .where('expires_at', '<=', before)
      .execute();
}
