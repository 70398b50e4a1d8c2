import { type NotNull, sql, type Transaction } from 'kysely';
import type { Role } from '../caller.ts';
import { lockKey } from '../db/advisory-locks.ts';
import type { Database, Db } from '../db/connect.ts';
import { emailExists, notFound } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';

/** Makes servers that start at the same time set up one after the other. */
export const lockSetUp = (trx: Transaction<Database>) =>
  sql`select pg_advisory_xact_lock(${lockKey('setUp')})`.execute(trx);

/** What says whether an organization is suspended. */
export const suspensionColumns = [
  'organizations.suspended_at',
  'organizations.suspension_reason',
  'organizations.deleted_at',
] as const;

/** Which values of `demo` are accepted: the demo's credentials only if the demo runs. */
export const accepted = (demo: boolean): boolean[] => (demo ? [true, false] : [false]);

export const findUserByEmail = (db: Db | Transaction<Database>, email: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();

/** The user who can log in with the address. */
export const findLogIn = (db: Db, email: string, { demo }: { readonly demo: boolean }) =>
  db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .selectAll('users')
    .select(suspensionColumns)
    .where(sql`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('organizations.is_demo', 'in', accepted(demo))
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst();

/** Replaces a password hash; false if the user no longer has the old one. */
export async function replacePasswordHash(
  trx: Transaction<Database>,
  userId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const replaced = await trx
    .updateTable('users')
    .set({ password_hash: to, configured_password_hash: null })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .returning('id')
    .executeTakeFirst();
  return replaced !== undefined;
}

/** The users that the demo created. */
export const listDemoUsers = (db: Db | Transaction<Database>) =>
  db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['users.id', 'users.email', 'users.password_hash'])
    .where('organizations.is_demo', '=', true)
    .where('email', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .orderBy('users.id')
    .execute();

export const getUser = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'organization_id', 'role', 'is_super_admin', 'email_verified'])
    .$narrowType<{ email: NotNull }>()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('User'));

export const getOrganization = (db: Db, id: number) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Organization'));

export const getApiKey = (db: Db, id: number) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'connector_name', 'scopes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('API key'));

interface NewUser {
  readonly email: string;
  readonly password_hash: string;
  readonly organization_id: number;
  readonly role: Role;
  readonly is_super_admin?: boolean;
  /** Default: true. */
  readonly email_verified?: boolean;
  readonly created_at: Timestamp;
}

/** Throws `email_exists` if another user has the address, which `param` of the request gives; case is ignored. */
export async function insertUser(trx: Transaction<Database>, user: NewUser, param?: string) {
  const inserted = await trx
    .insertInto('users')
    .values(user)
    .onConflict((on) => on.expression(sql`lower(email)`).doNothing())
    .returning(['id', 'email', 'organization_id', 'role', 'is_super_admin', 'email_verified'])
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst();
  if (inserted) return inserted;
  throw emailExists(param);
}

/** Whether any user has signed up or was created at startup. */
export async function hasUser(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return user !== undefined;
}

interface NewSession {
  readonly user_id: number;
  readonly token_hash: Buffer;
  readonly address: string;
  readonly user_agent: string | null;
  readonly created_at: Timestamp;
  readonly expires_at: Timestamp;
}

/**
 * The user's password hash and session limit; undefined if the user was removed. Other sessions of the user wait until
 * the transaction ends.
 */
export const lockSessions = (trx: Transaction<Database>, userId: number) =>
  trx
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(['user_session_limit', 'password_hash'])
    .where('users.id', '=', userId)
    .where('users.removed_at', 'is', null)
    .forNoKeyUpdate('users')
    .executeTakeFirst();

/** Ends all but the user's newest sessions; returns those it ended. */
export async function endOldestSessions(
  trx: Transaction<Database>,
  userId: number,
  kept: number,
): Promise<number[]> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .offset(kept)
        .limit(1),
    )
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Starts a session and deletes the user's expired ones. */
export async function insertSession(trx: Transaction<Database>, session: NewSession) {
  await trx
    .deleteFrom('sessions')
    .where('user_id', '=', session.user_id)
    .where('expires_at', '<=', session.created_at)
    .execute();
  return trx
    .insertInto('sessions')
    .columns([
      'organization_id',
      'user_id',
      'token_hash',
      'address',
      'user_agent',
      'created_at',
      'expires_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('id', '=', session.user_id)
        .select([
          'organization_id',
          'id',
          eb.val(session.token_hash).as('token_hash'),
          eb.val(session.address).as('address'),
          eb.val(session.user_agent).as('user_agent'),
          eb.val(session.created_at).as('created_at'),
          eb.val(session.expires_at).as('expires_at'),
        ]),
    )
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

export const deleteSession = (trx: Transaction<Database>, id: number) =>
  trx.deleteFrom('sessions').where('id', '=', id).returning('expires_at').executeTakeFirst();

export const deleteSessionsOf = (trx: Transaction<Database>, userId: number) =>
  trx.deleteFrom('sessions').where('user_id', '=', userId).execute();

/** The time of a lookup, and whether the demo's credentials are accepted. */
export interface LookUp {
  readonly now: Timestamp;
  readonly demo: boolean;
}

export const findSession = (db: Db, hash: Buffer, { now, demo }: LookUp) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select((eb) => [
      'sessions.id as session_id',
      'users.id as user_id',
      'users.organization_id',
      'users.is_super_admin',
      'users.email_verified',
      'users.role',
      ...suspensionColumns,
      eb.fn.coalesce('sessions.last_used_at', 'sessions.created_at').as('last_used_at'),
    ])
    .where('sessions.token_hash', '=', hash)
    .where('sessions.expires_at', '>', now)
    .where('users.removed_at', 'is', null)
    .where('organizations.is_demo', 'in', accepted(demo))
    .executeTakeFirst();

export const findApiKey = (db: Db, hash: Buffer, { demo }: Pick<LookUp, 'demo'>) =>
  db
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
    .select([
      'api_keys.id as api_key_id',
      'organization_id',
      'connector_name',
      'scopes',
      'last_used_at',
      ...suspensionColumns,
    ])
    .where('key_hash', '=', hash)
    .where('archived_at', 'is', null)
    .where('organizations.is_demo', 'in', accepted(demo))
    .executeTakeFirst();

export const markApiKeyUsed = (db: Db, id: number, now: Timestamp) =>
  db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
