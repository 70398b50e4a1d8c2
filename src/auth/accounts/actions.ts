import type { Transaction } from 'kysely';
import type { Cause } from '../../audit/actions.ts';
import type { SessionCaller } from '../../caller.ts';
import type { AuthApp } from '../context.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, type Failure, forbidden, tooMany } from '../../errors.ts';
import { enqueueMail } from '../../mail/actions.ts';
import type { Timestamp } from '../../timestamp.ts';
import { archiveKeysOf, recordFailedLogIn, recordOfUser } from '../actions.ts';
import { digest, hashPassword, newMailToken, passwordMatches } from '../credentials.ts';
import { revokeUnallowed } from '../invitations/actions.ts';
import { endAll } from '../sessions/queries.ts';
import * as queries from './queries.ts';
import { changeExpiry, maxMailsPerHour, oneMore, secondsLeft, type Sent } from './rules.ts';

type Trx = Transaction<Database>;

/** A request with the password of the caller. */
interface WithPassword {
  readonly caller: SessionCaller;
  readonly password: string;
  readonly address: string;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** The caller's account. Throws `wrong_password`; wrong passwords are limited and recorded like failed log-ins. */
export async function mustKnowPassword(
  app: AuthApp,
  { caller, password, address, signal, requestId }: WithPassword,
): Promise<queries.AccountRow> {
  const user = await queries.get(app.db, caller.user_id);
  const known = await app.logInLimits.logIn({ email: user.email, address, signal }, async () => {
    const matches = await app.logInLimits.hash({ address, signal }, () =>
      passwordMatches(user.password_hash, password),
    );
    if (!matches) await recordFailedLogIn(app.db, { requestId, at: app.now() }, user);
    return matches ? user : undefined;
  });
  if (!known) throw wrongPassword();
  return known;
}

/** Locks an account whose password was checked. Throws `wrong_password` if it has changed in the meantime. */
export async function lockUnchanged(trx: Trx, user: queries.AccountRow): Promise<void> {
  const locked = await queries.lock(trx, user.id);
  if (locked?.password_hash !== user.password_hash) throw wrongPassword();
}

interface NewPassword {
  readonly hash: string;
  /** The session that continues. */
  readonly kept?: number;
}

/** Sets the password of a locked user; returns the sessions that ended. */
export async function replacePassword(
  trx: Trx,
  app: AuthApp,
  { user, hash, kept }: NewPassword & { readonly user: queries.AccountRow },
): Promise<number[]> {
  await queries.setPassword(trx, user.id, hash);
  await queries.cancelReset(trx, user.id);
  await queries.cancelChange(trx, user.id);
  await enqueueMail(trx, app, {
    organization_id: user.organization_id,
    to: user.email,
    template: 'password_changed',
    values: { session_kept: kept !== undefined },
  });
  return endAll(trx, user.id, kept);
}

/** Hashes a new password at the address's turn. */
export const hashFor = (
  app: AuthApp,
  { address, signal }: Pick<WithPassword, 'address' | 'signal'>,
  password: string,
): Promise<string> => app.logInLimits.hash({ address, signal }, () => hashPassword(password));

/** Sends a locked user a token that verifies the address; it replaces earlier ones. Throws 429 after too many mails. */
export async function sendVerification(
  trx: Trx,
  app: Pick<AuthApp, 'config' | 'now' | 'jobs' | 'secrets'>,
  user: Pick<queries.AccountRow, 'id' | 'organization_id' | 'email'>,
) {
  const now = app.now();
  const sent = await queries.changeOf(trx, user.id);
  const more = oneMore(sent, now);
  if (!more) throw tooManyMails(sent!, now);
  const { email, organization_id } = user;
  const token = newMailToken(app.config.cell);
  const expires_at = changeExpiry(now);
  await queries.putChange(trx, user, { email, token_hash: digest(token), expires_at, ...more });
  const mail = { organization_id, to: email, template: 'email_verification' } as const;
  await enqueueMail(trx, app, { ...mail, values: { token } });
  return { email, expires_at };
}

/** Records that a locked user has proved to receive emails at the address. */
export async function verify(
  trx: Trx,
  cause: Omit<Cause, 'caller'>,
  user: queries.AccountRow,
): Promise<void> {
  await queries.setVerified(trx, user.id);
  await recordOfUser(trx, cause, {
    action: 'user.email_verified',
    user,
    before: { email_verified: false },
    after: { email_verified: true },
  });
}

/**
 * Verifies the address of a locked user who has reset the password, and ends what somebody else may have made who signed
 * up with it. Returns the API keys that it archived.
 */
export async function takeOver(
  trx: Trx,
  cause: Omit<Cause, 'caller'>,
  user: queries.AccountRow,
): Promise<number[]> {
  await verify(trx, cause, user);
  const caused: Cause = { ...cause, caller: { kind: 'session', user_id: user.id } };
  const made = { organization_id: user.organization_id, user_id: user.id };
  await revokeUnallowed(trx, caused, made);
  return archiveKeysOf(trx, caused, made);
}

const wrongPassword = (): Failure =>
  forbidden('wrong_password', 'The current password is not right. Nothing was changed.');

export const tooManyMails = (sent: Sent, now: Timestamp): Failure =>
  tooMany(
    {
      name: 'email-changes',
      limit: maxMailsPerHour,
      things: 'emails to confirm the email address of one user',
      windowSeconds: 3600,
    },
    secondsLeft(sent, now),
  );

export const tokenEnded = (): Failure =>
  conflict(
    'token_ended',
    'The token was used, replaced or canceled, or has expired. Request another mail.',
    { param: 'token' },
  );
