import { recordChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { pageOf } from '../../db/page.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { setKeyArchived } from '../actions.ts';
import type { AuthApp } from '../context.ts';
import { digest, newApiKey, prefixOf } from '../credentials.ts';
import * as queries from './queries.ts';
import { defaultScopes } from '../rules.ts';

export const apiKeys = {
  async listApiKeys({ query, caller }, app) {
    const rows = await queries.list(app.db, caller.organization_id, query);
    return pageOf(rows, query);
  },

  async createApiKey({ body, caller, requestId }, app) {
    const cause = { caller, requestId, at: app.now() };
    const { organization_id } = caller;
    const key = newApiKey();
    const connector_name = body.connector_name ?? null;
    return app.db.transaction().execute(async (trx) => {
      const after = await queries.insert(trx, {
        organization_id,
        name: body.name,
        prefix: prefixOf(key),
        key_hash: digest(key),
        connector_name,
        scopes: body.scopes ?? defaultScopes(connector_name),
        created_by: caller.user_id,
        created_at: cause.at,
      });
      await mustFit(trx, organization_id, ['api_key_limit']);
      const subject = { organization_id, subject_id: after.id };
      await recordChange(trx, cause, {
        action: 'api_key.created',
        ...subject,
        before: null,
        after,
      });
      return { ...after, key };
    });
  },

  async archiveApiKey({ params, caller, requestId }, app) {
    const cause = { caller, requestId, at: app.now() };
    const row = await app.db
      .transaction()
      .execute((trx) =>
        setKeyArchived(trx, cause, { key_id: params.key_id, archived_at: cause.at }),
      );
    await app.afterCommit(() => app.callers.forgetApiKey(row.id));
    return row;
  },

  unarchiveApiKey: ({ params, caller, requestId }, app) => {
    const cause = { caller, requestId, at: app.now() };
    return app.db
      .transaction()
      .execute((trx) => setKeyArchived(trx, cause, { key_id: params.key_id, archived_at: null }));
  },
} satisfies HandlersFor<
  'listApiKeys' | 'createApiKey' | 'archiveApiKey' | 'unarchiveApiKey',
  AuthApp
>;
