import * as organizations from '../billing/organization-queries.ts';
import { claimAddress } from '../cells/actions.ts';
import type { SignUp } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { forbidden, organizationSuspended, wrongCredentials } from '../errors.ts';
import type { HandlersFor } from '../http/contract.ts';
import { sendVerification } from './accounts/actions.ts';
import { newSession, recordFailedLogIn, recordOfUser } from './actions.ts';
import type { AuthApp } from './context.ts';
import { hashPassword, passwordMatches } from './credentials.ts';
import * as queries from './queries.ts';
import { suspensionOf } from './rules.ts';
import { session, user } from './views.ts';

export const auth = {
  async signUp({ body, address, allHeaders, requestId, signal }, app) {
    app.logInLimits.signUp(address);
    const { signUp } = app.config;
    await mustBeOpen(app.db, signUp);
    const now = app.now();
    const password_hash = await app.logInLimits.hash({ address, signal }, () =>
      hashPassword(body.password),
    );
    await claimAddress(app, body.email);
    return app.db.transaction().execute(async (trx) => {
      if (signUp === 'first') {
        await queries.lockSetUp(trx);
        await mustBeOpen(trx, signUp);
      }
      const { id: organization_id } = await organizations.insert(trx, {
        name: body.organization_name ?? body.email,
        created_at: now,
      });
      const user = await queries.insertUser(trx, {
        email: body.email,
        password_hash,
        organization_id,
        role: 'owner',
        email_verified: !app.config.verifiesEmails,
        created_at: now,
      });
      if (!user.email_verified) await sendVerification(trx, app, user);
      const started = await newSession(trx, user.id, {
        now,
        cell: app.config.cell,
        address,
        user_agent: allHeaders['user-agent'],
      });
      await recordOfUser(
        trx,
        { requestId, at: now },
        { action: 'user.signed_up', user, before: null, after: { expires_at: started.expires_at } },
      );
      return session(user, started);
    });
  },

  async logIn({ body, address, allHeaders, requestId, signal }, app) {
    const { logInLimits } = app;
    const user = await logInLimits.logIn({ email: body.email, address, signal }, async () => {
      const found = await queries.findLogIn(app.db, body.email, app.config);
      const matches = await logInLimits.hash({ address, signal }, () =>
        passwordMatches(found?.password_hash, body.password),
      );
      if (!matches) await recordFailedLogIn(app.db, { requestId, at: app.now() }, found);
      return matches ? found : undefined;
    });
    if (!user) throw wrongCredentials();
    const { suspension } = suspensionOf(user);
    if (suspension && !(suspension.is_deleted && user.role === 'owner'))
      throw organizationSuspended(suspension);
    const now = app.now();
    const started = await app.db.transaction().execute(async (trx) => {
      const begun = await newSession(trx, user.id, {
        now,
        cell: app.config.cell,
        address,
        user_agent: allHeaders['user-agent'],
        password_hash: user.password_hash,
      });
      const after = { expires_at: begun.expires_at };
      const cause = { requestId, at: now };
      await recordOfUser(trx, cause, { action: 'user.logged_in', user, before: null, after });
      return begun;
    });
    for (const id of started.ended) app.callers.forgetSession(id);
    return session(user, started);
  },

  async logOut({ caller, requestId }, app) {
    const user = { ...caller, id: caller.user_id };
    await app.db.transaction().execute(async (trx) => {
      const before = await queries.deleteSession(trx, caller.session_id);
      // Another request has ended it in the meantime.
      if (!before) return;
      const cause = { requestId, at: app.now() };
      await recordOfUser(trx, cause, { action: 'user.logged_out', user, before, after: null });
    });
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
    const row = await queries.getUser(app.db, caller.user_id);
    return { user: user(row), organization, api_key: null };
  },
} satisfies HandlersFor<'signUp' | 'logIn' | 'logOut' | 'getCurrentUser', AuthApp>;

async function mustBeOpen(db: Db, signUp: SignUp): Promise<void> {
  if (signUp === 'open' || (signUp === 'first' && !(await queries.hasUser(db)))) return;
  throw forbidden(
    'sign_up_closed',
    'Sign-up is closed on this service. Ask its operator for an account.',
  );
}
