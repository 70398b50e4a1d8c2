import { claimAddress } from '../../cells/actions.ts';
import { conflict, emailExists, type Failure, unauthorized } from '../../errors.ts';
import { type HandlersFor, withPreparation } from '../../http/contract.ts';
import { enqueueMail } from '../../mail/actions.ts';
import { recordOfUser } from '../actions.ts';
import type { AuthApp } from '../context.ts';
import { digest, newMailToken } from '../credentials.ts';
import { findUserByEmail } from '../queries.ts';
import {
  lockUnchanged,
  mustKnowPassword,
  sendVerification,
  tokenEnded,
  tooManyMails,
  verify,
} from './actions.ts';
import * as queries from './queries.ts';
import { changeExpiry, isConfigured, oneMore, verifies } from './rules.ts';

export const emailChanges = {
  requestEmailChange: withPreparation('requestEmailChange', {
    // The password is checked while no transaction is open: that takes its turn among other log-ins.
    async before({ body: { email, password }, caller, address, signal, requestId }, app) {
      const user = await mustKnowPassword(app, { caller, password, address, signal, requestId });
      if (isConfigured(user, app.config.superAdmin?.email)) throw emailConfigured();
      const origin = { organization_id: user.organization_id, address };
      await app.logInLimits.lookUp(origin, () => mustBeFree(app, user, email));
      return user;
    },
    async work({ body: { email }, requestId }, app, user) {
      const now = app.now();
      const expires_at = changeExpiry(now);
      const token = newMailToken(app.config.cell);
      const { organization_id } = user;
      return app.db.transaction().execute(async (trx) => {
        await lockUnchanged(trx, user);
        const sent = await queries.changeOf(trx, user.id);
        const more = oneMore(sent, now);
        if (!more) throw tooManyMails(sent!, now);
        const token_hash = digest(token);
        await queries.putChange(trx, user, { email, token_hash, expires_at, ...more });
        const mail = { organization_id, to: email, template: 'email_change' } as const;
        await enqueueMail(trx, app, { ...mail, values: { token } });
        const note = { organization_id, to: user.email } as const;
        const values = { new_email: email };
        await enqueueMail(trx, app, { ...note, template: 'email_change_requested', values });
        const change = { action: 'user.email_change_requested', before: null } as const;
        await recordOfUser(trx, { requestId, at: now }, { ...change, user, after: { expires_at } });
        return { email, expires_at };
      });
    },
  }),

  async confirmEmailChange({ body, requestId }, app) {
    const token_hash = digest(body.token);
    const now = app.now();
    const { demo } = app.config;
    const found = await queries.findOwner(app.db, 'email_changes', { token_hash, now, demo });
    if (!found) throw tokenEnded();
    await app.db.transaction().execute(async (trx) => {
      const user = await queries.lock(trx, found.user_id);
      const new_email = user && (await queries.takeChange(trx, user.id, { token_hash, now }));
      // A token that verifies the address needs the user's session.
      if (!new_email || verifies(new_email, user)) throw tokenEnded();
      await queries.setEmail(trx, user.id, new_email);
      await queries.cancelReset(trx, user.id);
      await enqueueMail(trx, app, {
        organization_id: user.organization_id,
        to: user.email,
        template: 'email_changed',
        values: { new_email },
      });
      const changed = { action: 'user.email_changed', before: null, after: {} } as const;
      await recordOfUser(trx, { requestId, at: now }, { ...changed, user });
    });
  },

  requestEmailVerification: ({ caller }, app) =>
    app.db.transaction().execute(async (trx) => {
      const user = await queries.lock(trx, caller.user_id);
      if (!user) throw unauthorized();
      if (user.email_verified) throw alreadyVerified();
      const { email, expires_at } = await sendVerification(trx, app, user);
      return { email, expires_at };
    }),

  async confirmEmailVerification({ body, caller, requestId }, app) {
    const token_hash = digest(body.token);
    const now = app.now();
    await app.db.transaction().execute(async (trx) => {
      const user = await queries.lock(trx, caller.user_id);
      const email = user && (await queries.takeChange(trx, user.id, { token_hash, now }));
      if (!email || !verifies(email, user)) throw tokenEnded();
      await verify(trx, { requestId, at: now }, user);
    });
    app.callers.forgetUser(caller.user_id);
  },
} satisfies HandlersFor<
  | 'requestEmailChange'
  | 'confirmEmailChange'
  | 'requestEmailVerification'
  | 'confirmEmailVerification',
  AuthApp
>;

/** Throws `email_exists` unless the new address is nobody's, or the user's own in another spelling. */
async function mustBeFree(app: AuthApp, user: queries.AccountRow, email: string): Promise<void> {
  const owner = await findUserByEmail(app.db, email);
  if (owner && (owner.id !== user.id || email === user.email)) throw emailExists();
  await claimAddress(app, email);
}

const emailConfigured = (): Failure =>
  conflict(
    'email_configured',
    "The address of this user is part of the service's configuration. Ask its operator to change it.",
  );

const alreadyVerified = (): Failure =>
  conflict('email_already_verified', 'Your email address is already verified.');
