import { v7 as uuid } from 'uuid';
import type { HandlersFor } from '../../http/contract.ts';
import { recordOfUser } from '../actions.ts';
import type { AuthApp } from '../context.ts';
import { digest } from '../credentials.ts';
import {
  hashFor,
  lockUnchanged,
  mustKnowPassword,
  replacePassword,
  takeOver,
  tokenEnded,
} from './actions.ts';
import { purposeOf, resetQueue } from './queue.ts';
import * as queries from './queries.ts';
import { resetExpiry } from './rules.ts';

export const passwords = {
  async setPassword({ body, caller, address, signal, requestId }, app) {
    const sent = { caller, password: body.current_password, address, signal, requestId };
    const user = await mustKnowPassword(app, sent);
    const hash = await hashFor(app, sent, body.password);
    const ended = await app.db.transaction().execute(async (trx) => {
      await lockUnchanged(trx, user);
      const kept = caller.session_id;
      const ids = await replacePassword(trx, app, { user, hash, kept });
      const cause = { requestId, at: app.now() };
      const after = { sessions_ended: ids.length };
      await recordOfUser(trx, cause, {
        action: 'user.password_changed',
        user,
        before: null,
        after,
      });
      return ids;
    });
    for (const id of ended) app.callers.forgetSession(id);
  },

  /** Does the same for every address: whether somebody has it is looked up by a job. */
  async requestPasswordReset({ body, address }, app) {
    app.logInLimits.passwordReset(address);
    const [id, created_at] = [uuid(), app.now()];
    const email_encrypted = app.secrets.seal(purposeOf(id), body.email);
    await app.db.transaction().execute(async (trx) => {
      await queries.insertRequest(trx, { id, email_encrypted, created_at });
      await app.jobs.wakeAfter(trx, resetQueue);
    });
    return { email: body.email, expires_at: resetExpiry(created_at) };
  },

  async confirmPasswordReset({ body, address, signal, requestId }, app) {
    const token_hash = digest(body.token);
    const { demo } = app.config;
    const found = await queries.findOwner(app.db, 'password_resets', {
      token_hash,
      now: app.now(),
      demo,
    });
    if (!found) throw tokenEnded();
    const hash = await hashFor(app, { address, signal }, body.password);
    const { ended, archived } = await app.db.transaction().execute(async (trx) => {
      const user = await queries.lock(trx, found.user_id);
      if (!user || !(await queries.takeReset(trx, user.id, token_hash))) throw tokenEnded();
      const ids = await replacePassword(trx, app, { user, hash });
      const cause = { requestId, at: app.now() };
      const after = { sessions_ended: ids.length };
      await recordOfUser(trx, cause, { action: 'user.password_reset', user, before: null, after });
      return { ended: ids, archived: user.email_verified ? [] : await takeOver(trx, cause, user) };
    });
    for (const id of ended) app.callers.forgetSession(id);
    for (const id of archived) app.callers.forgetApiKey(id);
  },
} satisfies HandlersFor<'setPassword' | 'requestPasswordReset' | 'confirmPasswordReset', AuthApp>;
