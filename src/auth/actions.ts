import type { Transaction } from 'kysely';
import { type Cause, type OpenChange, recordChange } from '../audit/actions.ts';
import type { Members } from '../audit/rules.ts';
import * as organizations from '../billing/organization-queries.ts';
import { mustFit } from '../billing/quotas/actions.ts';
import type { SessionCaller } from '../caller.ts';
import type { Database, Db } from '../db/connect.ts';
import { wrongCredentials } from '../errors.ts';
import { later, type Timestamp } from '../timestamp.ts';
import * as apiKeys from './api-keys/queries.ts';
import { revised } from './api-keys/views.ts';
import { digest, hashPassword, newAccessToken, passwordMatches } from './credentials.ts';
import * as queries from './queries.ts';

type Trx = Transaction<Database>;

const sessionMs = 30 * 24 * 60 * 60 * 1000;

const maxUserAgent = 256;

/** From where a session begins. */
export interface Beginning {
  readonly now: Timestamp;
  /** The number of this cell. */
  readonly cell: number;
  readonly address: string;
  readonly user_agent: string | undefined;
  /** The hash that the password was compared with; the session does not begin if it has changed since. */
  readonly password_hash?: string;
}

export interface StartedSession {
  readonly access_token: string;
  readonly expires_at: string;
  /** The user's oldest sessions, which were ended to make room. */
  readonly ended: readonly number[];
}

/**
 * Starts a session of 30 days. Its token is only returned here, never stored. If the user then has more sessions than
 * the organization allows, the oldest end: a correct log-in is never rejected. Throws `wrong_credentials` if the
 * user was removed, or the password changed, since the password was checked.
 */
export async function newSession(
  trx: Transaction<Database>,
  userId: number,
  { now, cell, password_hash, ...client }: Beginning,
): Promise<StartedSession> {
  const user = await queries.lockSessions(trx, userId);
  if (!user || (password_hash !== undefined && user.password_hash !== password_hash))
    throw wrongCredentials();
  const access_token = newAccessToken(cell);
  const { expires_at } = await queries.insertSession(trx, {
    user_id: userId,
    token_hash: digest(access_token),
    address: client.address,
    user_agent: client.user_agent?.slice(0, maxUserAgent) ?? null,
    created_at: now,
    expires_at: later(now, sessionMs),
  });
  return {
    access_token,
    expires_at,
    ended: await queries.endOldestSessions(trx, userId, user.user_session_limit),
  };
}

interface UserChange {
  readonly action:
    | 'user.signed_up'
    | 'user.logged_in'
    | 'user.logged_out'
    | 'user.session_ended'
    | 'user.logged_out_everywhere'
    | 'user.password_changed'
    | 'user.password_reset'
    | 'user.email_change_requested'
    | 'user.email_changed'
    | 'user.email_verified';
  readonly user: { readonly id: number; readonly organization_id: number };
  readonly before: Members | null;
  readonly after: Members | null;
}

/** Records in the audit trail what a user did with the account. */
export const recordOfUser = (
  trx: Trx,
  { requestId, at }: Omit<Cause, 'caller'>,
  { action, user, before, after }: UserChange,
): Promise<void> =>
  recordChange(
    trx,
    { caller: { kind: 'session', user_id: user.id }, requestId, at },
    { action, organization_id: user.organization_id, subject_id: user.id, before, after },
  );

/**
 * Records a failed log-in with its reason only: the text sent as the address may be a password. Takes the same time for
 * an unknown address.
 */
export const recordFailedLogIn = (
  db: Db,
  { requestId, at }: Omit<Cause, 'caller'>,
  user: UserChange['user'] | undefined,
): Promise<void> =>
  db.transaction().execute((trx) =>
    recordChange(
      trx,
      { caller: { kind: 'anonymous' }, requestId, at },
      {
        action: 'user.log_in_failed',
        organization_id: user?.organization_id ?? null,
        subject_id: user?.id ?? 'unknown',
        before: null,
        after: { reason: user ? 'wrong_password' : 'unknown_user' },
      },
    ),
  );

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Account {
  readonly id: number;
  readonly password_hash: string;
}

/** Changes a user's password and ends their sessions; false if the password has changed in the meantime. */
export async function changePassword(
  trx: Transaction<Database>,
  { id, password_hash }: Account,
  newHash: string,
): Promise<boolean> {
  if (!(await queries.replacePasswordHash(trx, id, { from: password_hash, to: newHash })))
    return false;
  await queries.deleteSessionsOf(trx, id);
  return true;
}

/** `taken`: the address belongs to a user who is not a super admin, or to the demo; nothing was changed. */
type SuperAdminOutcome = 'created' | 'unchanged' | 'password_changed' | 'taken';

/**
 * Creates the first super admin with an organization of their own, or gives the super admin with this address the
 * password. A user who registered the address before never becomes a super admin.
 */
export async function ensureSuperAdmin(
  db: Db,
  credentials: Credentials,
  now: Timestamp,
): Promise<SuperAdminOutcome> {
  const { email, password } = credentials;
  const user = await queries.findUserByEmail(db, email);
  if (user) return setSuperAdminPassword(db, user, password);
  const password_hash = await hashPassword(password);
  const created = await db.transaction().execute(async (trx) => {
    await queries.lockSetUp(trx);
    if (await queries.findUserByEmail(trx, email)) return false;
    const { id } = await organizations.insert(trx, {
      name: email,
      is_operator: true,
      created_at: now,
    });
    await queries.insertUser(trx, {
      email,
      password_hash,
      organization_id: id,
      role: 'owner',
      is_super_admin: true,
      created_at: now,
    });
    return true;
  });
  return created ? 'created' : ensureSuperAdmin(db, credentials, now);
}

async function setSuperAdminPassword(
  db: Db,
  user: Account & {
    readonly is_super_admin: boolean;
    readonly configured_password_hash: string | null;
  },
  password: string,
): Promise<SuperAdminOutcome> {
  const ofDemo = (await queries.listDemoUsers(db)).some(({ id }) => id === user.id);
  if (!user.is_super_admin || ofDemo) return 'taken';
  // A password that the user has chosen stays until another one is configured.
  const configured = user.configured_password_hash ?? user.password_hash;
  if (await passwordMatches(configured, password)) return 'unchanged';
  const hash = await hashPassword(password);
  const changed = await db.transaction().execute((trx) => changePassword(trx, user, hash));
  return changed ? 'password_changed' : 'unchanged';
}

interface Archival {
  readonly key_id: number;
  /** Null unarchives the key. */
  readonly archived_at: Timestamp | null;
  readonly mustMatch: OpenChange['mustMatch'];
}

/** Archives or unarchives an API key of the caller's organization. */
export async function setKeyArchived(
  trx: Transaction<Database>,
  cause: Cause & { readonly caller: SessionCaller },
  { key_id, archived_at, mustMatch }: Archival,
) {
  const { organization_id } = cause.caller;
  const before = await apiKeys.lock(trx, organization_id, key_id);
  mustMatch(revised(before));
  const after = await apiKeys.setArchived(trx, key_id, archived_at);
  if (before.archived_at !== null && archived_at === null)
    await mustFit(trx, organization_id, ['api_key_limit']);
  const action = archived_at === null ? 'api_key.unarchived' : 'api_key.archived';
  await recordChange(trx, cause, { action, organization_id, subject_id: key_id, before, after });
  return after;
}

/** Archives the API keys that a user created; returns their ids. */
export async function archiveKeysOf(
  trx: Transaction<Database>,
  cause: Cause,
  { organization_id, user_id }: { readonly organization_id: number; readonly user_id: number },
): Promise<number[]> {
  const keys = await apiKeys.lockOf(trx, organization_id, user_id);
  for (const before of keys) {
    const after = await apiKeys.setArchived(trx, before.id, cause.at);
    const change = { action: 'api_key.archived', subject_id: before.id, before, after } as const;
    await recordChange(trx, cause, { organization_id, ...change });
  }
  return keys.map(({ id }) => id);
}
