import { pageOf } from '../../db/page.ts';
import { notFound } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { recordOfUser } from '../actions.ts';
import type { AuthApp } from '../context.ts';
import * as queries from './queries.ts';

export const sessions = {
  async listSessions({ query, caller }, app) {
    const { user_id, session_id } = caller;
    const rows = await queries.list(app.db, user_id, { ...query, now: app.now() });
    return pageOf(rows, query, (row) => ({ ...row, is_current: row.id === session_id }));
  },

  async deleteSession({ params, caller, requestId }, app) {
    const { session_id } = params;
    await app.db.transaction().execute(async (trx) => {
      const ended = await queries.end(trx, caller.user_id, session_id);
      if (!ended) throw notFound('Session', 'session_id');
      await recordOfUser(
        trx,
        { requestId, at: app.now() },
        {
          action: 'user.session_ended',
          user: { ...caller, id: caller.user_id },
          before: { session_id, expires_at: ended.expires_at },
          after: null,
        },
      );
    });
    app.callers.forgetSession(session_id);
  },

  async logOutEverywhere({ caller, requestId }, app) {
    const ended = await app.db.transaction().execute(async (trx) => {
      const ids = await queries.endAll(trx, caller.user_id);
      await recordOfUser(
        trx,
        { requestId, at: app.now() },
        {
          action: 'user.logged_out_everywhere',
          user: { ...caller, id: caller.user_id },
          before: { sessions: ids.length },
          after: null,
        },
      );
      return ids;
    });
    for (const id of ended) app.callers.forgetSession(id);
  },
} satisfies HandlersFor<'listSessions' | 'deleteSession' | 'logOutEverywhere', AuthApp>;
