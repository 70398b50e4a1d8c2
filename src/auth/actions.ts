import type { Transaction } from 'kysely';
import { type Cause, recordChange } from '../audit/actions.ts';
import type { Database, Db } from '../db/connect.ts';
import type { SessionCaller } from '../http/contract.ts';
import { later, type Moment } from '../moment.ts';
import { digest, hashPassword, newAccessToken } from './credentials.ts';
import * as queries from './queries.ts';

const sessionMs = 30 * 24 * 60 * 60 * 1000;

export interface StartedSession {
  readonly access_token: string;
  readonly expires_at: string;
}

/** Starts a session of 30 days; its token exists only in what is returned. */
export async function newSession(
  db: Db | Transaction<Database>,
  userId: number,
  now: Moment,
): Promise<StartedSession> {
  const access_token = newAccessToken();
  const { expires_at } = await queries.insertSession(db, {
    user_id: userId,
    token_hash: digest(access_token),
    created_at: now,
    expires_at: later(now, sessionMs),
  });
  return { access_token, expires_at };
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Makes the first super admin, with an organization of their own that is an operator, unless there is a user with the address. */
export async function ensureSuperAdmin(
  db: Db,
  { email, password }: Credentials,
  now: Moment,
): Promise<void> {
  if (await queries.findUserByEmail(db, email)) return;
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await queries.lockSetUp(trx);
    if (await queries.findUserByEmail(trx, email)) return;
    const { id } = await queries.insertOrganization(trx, {
      name: email,
      is_operator: true,
      created_at: now,
    });
    const user = {
      email,
      password_hash,
      organization_id: id,
      is_super_admin: true,
      created_at: now,
    };
    await queries.insertUser(trx, user);
  });
}

interface Archival {
  readonly key_id: number;
  /** Null makes the key active again. */
  readonly archived_at: Moment | null;
}

/** Archives or reactivates an API key of the caller's organization. */
export async function setKeyArchived(
  trx: Transaction<Database>,
  cause: Cause & { readonly caller: SessionCaller },
  { key_id, archived_at }: Archival,
) {
  const { organization_id } = cause.caller;
  const before = await queries.lockApiKey(trx, organization_id, key_id);
  const after = await queries.setApiKeyArchived(trx, key_id, archived_at);
  const action = archived_at === null ? 'api_key.reactivated' : 'api_key.archived';
  await recordChange(trx, cause, { action, organization_id, subject_id: key_id, before, after });
  return after;
}
