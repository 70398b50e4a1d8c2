import type { Transaction } from 'kysely';
import type { SessionCaller } from '../../caller.ts';
import type { App } from '../../context.ts';
import type { Database } from '../../db/connect.ts';
import { conflict, type Failure, forbidden } from '../../errors.ts';
import { enqueueMail } from '../../mail/actions.ts';
import { recordFailedLogIn } from '../actions.ts';
import { hashPassword, passwordMatches } from '../credentials.ts';
import { endAll } from '../sessions/queries.ts';
import * as queries from './queries.ts';

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
  app: App,
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
  app: App,
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
  app: App,
  { address, signal }: Pick<WithPassword, 'address' | 'signal'>,
  password: string,
): Promise<string> => app.logInLimits.hash({ address, signal }, () => hashPassword(password));

const wrongPassword = (): Failure =>
  forbidden('wrong_password', 'The current password is not right. Nothing was changed.');

export const tokenEnded = (): Failure =>
  conflict(
    'token_ended',
    'The token was used, replaced or canceled, or has expired. Request another mail.',
    { param: 'token' },
  );
