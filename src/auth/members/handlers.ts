import { makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { AuthApp } from '../context.ts';
import { revokeUnallowed } from '../invitations/actions.ts';
import { archiveKeysOf } from '../actions.ts';
import { lockToChange, mustBeAllowed } from './actions.ts';
import * as members from './queries.ts';
import { revised } from './views.ts';

export const organizationMembers = {
  async listMembers({ query, caller }, app) {
    const rows = await members.list(app.db, caller.organization_id, query);
    return pageOf(rows, query);
  },

  async getMember({ params, caller }, app) {
    return shown(await members.get(app.db, caller.organization_id, params.user_id));
  },

  async updateMember({ params: { user_id }, body: { role }, ...call }, app) {
    const changed = await makeChange(
      call,
      app,
      async ({ trx, organization_id, cause, mustMatch, record }) => {
        const member = await lockToChange(trx, cause.caller, { user_id, role, mustMatch });
        const after = await members.setRole(trx, user_id, role);
        await record('user.role_updated', user_id, {
          before: { role: member.role },
          after: { role },
        });
        await revokeUnallowed(trx, cause, { organization_id, user_id, role });
        return after;
      },
    );
    app.callers.forgetUser(user_id);
    return shown(changed);
  },

  async removeMember({ params: { user_id }, query, ...call }, app) {
    const { organization_id } = call.caller;
    const archives = query.archive_api_keys === true;
    if (archives) mustBeAllowed(call.caller, []);
    const archived = await makeChange(call, app, async ({ trx, at, cause, mustMatch, record }) => {
      const member = await lockToChange(trx, cause.caller, { user_id, mustMatch });
      await members.remove(trx, user_id, at);
      await record('user.removed', user_id, { before: { role: member.role } });
      await revokeUnallowed(trx, cause, { organization_id, user_id });
      return archives ? archiveKeysOf(trx, cause, { organization_id, user_id }) : [];
    });
    app.callers.forgetUser(user_id);
    for (const id of archived) app.callers.forgetApiKey(id);
  },
} satisfies HandlersFor<'listMembers' | 'getMember' | 'updateMember' | 'removeMember', AuthApp>;

const shown = (row: Awaited<ReturnType<typeof members.get>>) => tagged(row, revised(row));
