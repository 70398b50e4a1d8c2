import { asChange, makeChange, recordChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { claimAddress } from '../../cells/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, organizationSuspended } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { newSession } from '../actions.ts';
import type { AuthApp } from '../context.ts';
import { digest, hashPassword, newMailToken } from '../credentials.ts';
import { mustBeAllowed, mustStillBeAllowed } from '../members/actions.ts';
import { insertUser } from '../queries.ts';
import { suspensionOf } from '../rules.ts';
import { session } from '../views.ts';
import { mustBeFree, record, send } from './actions.ts';
import * as invitations from './queries.ts';
import { expiryOf } from './rules.ts';
import { invitation, revised, shown } from './views.ts';

export const organizationInvitations = {
  async listInvitations({ query, caller }, app) {
    const rows = await invitations.list(app.db, caller.organization_id, query);
    return pageOf(rows, query, (row) => invitation(row, app.now()));
  },

  async getInvitation({ params, caller }, app) {
    const row = await invitations.get(app.db, caller.organization_id, params.invitation_id);
    return shown(row, app.now());
  },

  async createInvitation({ body: { email, role }, address, ...call }, app) {
    const { caller } = call;
    mustBeAllowed(caller, [role]);
    const { organization_id, user_id } = caller;
    const token = newMailToken(app.config.cell);
    const hash = digest(token);
    const origin = { organization_id, address };
    await app.logInLimits.lookUp(origin, () => claimAddress(app, email, 'email'));
    return makeChange(call, app, async ({ trx, at, cause }) => {
      await app.logInLimits.lookUp(origin, () => mustBeFree(trx, email, 'email'));
      const created = await invitations.insertOrLock(trx, {
        organization_id,
        email,
        role,
        token_hash: hash,
        invited_by: user_id,
        created_at: at,
        expires_at: expiryOf(at),
      });
      if (!created.token_hash.equals(hash)) throw invitationExists(created);
      await mustFit(trx, organization_id, ['member_limit']);
      await mustStillBeAllowed(trx, caller, [role]);
      await send(trx, app, { invitation: created, token, now: at });
      const change = { action: 'invitation.created', before: null, after: created } as const;
      await record(trx, cause, { invitation: created, ...change });
      return shown(created, at);
    });
  },

  async resendInvitation({ params, address, ...call }, app) {
    const { caller } = call;
    const token = newMailToken(app.config.cell);
    return makeChange(call, app, async ({ trx, organization_id, at, cause, mustMatch }) => {
      const before = await invitations.lock(trx, organization_id, params.invitation_id);
      mustMatch(revised(before));
      mustBeAllowed(caller, [before.role]);
      const origin = { organization_id, address };
      await app.logInLimits.lookUp(origin, () => mustBeFree(trx, before.email, 'invitation_id'));
      const after = await invitations.renew(trx, before.id, {
        token_hash: digest(token),
        expires_at: expiryOf(at),
      });
      await send(trx, app, { invitation: after, token, now: at });
      const change = { action: 'invitation.resent', before, after } as const;
      await record(trx, cause, { invitation: after, ...change });
      return shown(after, at);
    });
  },

  deleteInvitation: asChange(async ({ trx, params, organization_id, cause, mustMatch }) => {
    const before = await invitations.lock(trx, organization_id, params.invitation_id);
    mustMatch(revised(before));
    mustBeAllowed(cause.caller, [before.role]);
    await invitations.remove(trx, before.id);
    const change = { action: 'invitation.revoked', before, after: null } as const;
    await record(trx, cause, { invitation: before, ...change });
  }),

  async acceptInvitation({ body, address, allHeaders, requestId, signal }, app) {
    app.logInLimits.signUp(address);
    const token_hash = digest(body.token);
    const now = app.now();
    const { demo } = app.config;
    const sender = await invitations.findSender(app.db, token_hash, { now, demo });
    if (!sender) throw invitationEnded();
    const { suspension } = suspensionOf(sender);
    if (suspension) throw organizationSuspended(suspension);
    const password_hash = await app.logInLimits.hash({ address, signal }, () =>
      hashPassword(body.password),
    );
    return app.db.transaction().execute(async (trx) => {
      const taken = await invitations.take(trx, token_hash, now);
      if (!taken) throw invitationEnded();
      const { id: subject_id, organization_id, email, role } = taken;
      const user = await insertUser(
        trx,
        { email, password_hash, organization_id, role, created_at: now },
        'token',
      );
      const started = await newSession(trx, user.id, {
        now,
        cell: app.config.cell,
        address,
        user_agent: allHeaders['user-agent'],
      });
      await recordChange(
        trx,
        { caller: { kind: 'session', user_id: user.id }, requestId, at: now },
        {
          action: 'invitation.accepted',
          organization_id,
          subject_id,
          before: null,
          after: { user_id: user.id, role, expires_at: started.expires_at },
        },
      );
      return session(user, started);
    });
  },
} satisfies HandlersFor<
  | 'listInvitations'
  | 'createInvitation'
  | 'getInvitation'
  | 'resendInvitation'
  | 'deleteInvitation'
  | 'acceptInvitation',
  AuthApp
>;

const invitationExists = ({ id }: { readonly id: number }): Error =>
  conflict(
    'invitation_exists',
    `This email address has already been invited. Send invitation ${id} again, or delete it first.`,
    { invitation_id: id, param: 'email' },
  );

const invitationEnded = (): Error =>
  conflict(
    'invitation_ended',
    'This invitation was accepted, deleted or sent again, or has expired.',
    { param: 'token' },
  );
