import { wrongCredentials } from '../errors.ts';
import type { Some } from '../http/contract.ts';
import { newSession } from './actions.ts';
import { hashPassword, passwordMatches } from './credentials.ts';
import * as queries from './queries.ts';
import { session } from './views.ts';

export const auth = {
  async signUp({ body }, app) {
    const now = app.now();
    const password_hash = await hashPassword(body.password);
    return app.db.transaction().execute(async (trx) => {
      const organization = await queries.insertOrganization(
        trx,
        body.organization_name ?? body.email,
        now,
      );
      const organization_id = organization.id;
      const user = await queries.insertUser(trx, {
        email: body.email,
        password_hash,
        organization_id,
        created_at: now,
      });
      return session(user, await newSession(trx, user.id, now));
    });
  },

  async logIn({ body }, app) {
    const user = await queries.findUserByEmail(app.db, body.email);
    const matches = await passwordMatches(user?.password_hash, body.password);
    if (!user || !matches) throw wrongCredentials();
    return session(user, await newSession(app.db, user.id, app.now()));
  },

  async logOut({ caller }, app) {
    await queries.deleteSession(app.db, caller.session_id);
    app.callers.forgetSession(caller.session_id);
  },

  async getCurrentUser({ caller }, app) {
    const organization = await queries.getOrganization(app.db, caller.organization_id);
    if (caller.kind === 'api_key') {
      return {
        user: null,
        organization,
        api_key: await queries.getApiKey(app.db, caller.api_key_id),
      };
    }
    return { user: await queries.getUser(app.db, caller.user_id), organization, api_key: null };
  },
} satisfies Some<'signUp' | 'logIn' | 'logOut' | 'getCurrentUser'>;
