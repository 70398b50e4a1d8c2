import { conflict, emailTaken, type Failure, tooMany } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { enqueueMail } from '../../mail/actions.ts';
import { recordOfUser } from '../actions.ts';
import { digest, newMailToken } from '../credentials.ts';
import { findUserByEmail } from '../queries.ts';
import { lockUnchanged, mustKnowPassword, tokenEnded } from './actions.ts';
import * as queries from './queries.ts';
import {
  changeExpiry,
  isConfigured,
  maxMailsPerHour,
  oneMore,
  secondsLeft,
  type Sent,
} from './rules.ts';

export const emailChanges = {
  async requestEmailChange({ body, caller, address, signal, requestId }, app) {
    const { email, password } = body;
    const user = await mustKnowPassword(app, { caller, password, address, signal, requestId });
    if (isConfigured(user, app.config.superAdmin?.email)) throw emailConfigured();
    if (await findUserByEmail(app.db, email)) throw emailTaken();
    const now = app.now();
    const expires_at = changeExpiry(now);
    const token = newMailToken();
    const { organization_id } = user;
    return app.db.transaction().execute(async (trx) => {
      await lockUnchanged(trx, user);
      const sent = await queries.changeOf(trx, user.id);
      const more = oneMore(sent, now);
      if (!more) throw tooManyChanges(sent!, now);
      const token_hash = digest(token);
      await queries.putChange(trx, user, { email, token_hash, expires_at, ...more });
      const mail = { organization_id, to: email, template: 'email_change' } as const;
      await enqueueMail(trx, app, { ...mail, values: { token } });
      const note = { organization_id, to: user.email, template: 'email_change_requested' } as const;
      await enqueueMail(trx, app, { ...note, values: { new_email: email } });
      const change = { action: 'user.email_change_requested', before: null } as const;
      await recordOfUser(trx, { requestId, at: now }, { ...change, user, after: { expires_at } });
      return { email, expires_at };
    });
  },

  async confirmEmailChange({ body, requestId }, app) {
    const token_hash = digest(body.token);
    const now = app.now();
    const { demo } = app.config;
    const found = await queries.findOwner(app.db, 'email_changes', { token_hash, now, demo });
    if (!found) throw tokenEnded();
    await app.db.transaction().execute(async (trx) => {
      const user = await queries.lock(trx, found.user_id);
      const change = user && (await queries.takeChange(trx, user.id, token_hash));
      if (!change) throw tokenEnded();
      await queries.setEmail(trx, user.id, change.email);
      await queries.cancelReset(trx, user.id);
      await enqueueMail(trx, app, {
        organization_id: user.organization_id,
        to: user.email,
        template: 'email_changed',
        values: { new_email: change.email },
      });
      const changed = { action: 'user.email_changed', before: null, after: {} } as const;
      await recordOfUser(trx, { requestId, at: now }, { ...changed, user });
    });
  },
} satisfies HandlersFor<'requestEmailChange' | 'confirmEmailChange'>;

const emailConfigured = (): Failure =>
  conflict(
    'email_configured',
    "The address of this user is part of the service's configuration. Ask its operator to change it.",
  );

const tooManyChanges = (sent: Sent, now: string): Failure =>
  tooMany(
    {
      name: 'email-changes',
      limit: maxMailsPerHour,
      things: 'changes of the e-mail address of one user',
      windowSeconds: 3600,
    },
    secondsLeft(sent, now),
  );
