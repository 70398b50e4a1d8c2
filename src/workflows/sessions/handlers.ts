import { recordChange } from '../../audit/actions.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { WorkflowsApp } from '../context.ts';
import * as sessions from './queries.ts';
import { runSession } from './views.ts';

export const runSessions = {
  async getRunSession({ params, caller }, app) {
    const key = { organization_id: caller.organization_id, ...params };
    return runSession(await sessions.get(app.db, key));
  },

  async revokeRunToken({ params, caller, requestId }, app) {
    const { organization_id } = caller;
    const cause = { caller, requestId, at: app.now() };
    const revoked_at = await app.db.transaction().execute(async (trx) => {
      const key = { organization_id, ...params };
      const before = await sessions.revokeToken(trx, key, cause.at);
      const after = before ?? cause.at;
      await recordChange(trx, cause, {
        action: 'workflow_run.token_revoked',
        organization_id,
        subject_id: params.run_id,
        before: { token_revoked_at: before },
        after: { token_revoked_at: after },
      });
      return after;
    });
    await app.afterCommit((outer) => outer.callers.forgetRun(params.run_id));
    return { run_id: params.run_id, revoked_at };
  },
} satisfies HandlersFor<'getRunSession' | 'revokeRunToken', WorkflowsApp>;
