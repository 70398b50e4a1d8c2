import { asChange, makeChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import { pageOf } from '../../db/page.ts';
import { tagged } from '../../http/etag.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { setKeyArchived } from '../actions.ts';
import type { AuthApp } from '../context.ts';
import { digest, newApiKey, prefixOf } from '../credentials.ts';
import * as queries from './queries.ts';
import { defaultScopes } from '../rules.ts';
import { revised } from './views.ts';

export const apiKeys = {
  async listApiKeys({ query, caller }, app) {
    const rows = await queries.list(app.db, caller.organization_id, query);
    return pageOf(rows, query);
  },

  async getApiKey({ params, caller }, app) {
    return shown(await queries.get(app.db, caller.organization_id, params.key_id));
  },

  async createApiKey({ body, ...call }, app) {
    const { caller } = call;
    const key = newApiKey(app.config.cell);
    const connector_name = body.connector_name ?? null;
    return makeChange(call, app, async ({ trx, organization_id, at, record }) => {
      const after = await queries.insert(trx, {
        organization_id,
        name: body.name,
        prefix: prefixOf(key),
        key_hash: digest(key),
        connector_name,
        scopes: body.scopes ?? defaultScopes(connector_name),
        created_by: caller.user_id,
        created_at: at,
      });
      await mustFit(trx, organization_id, ['api_key_limit']);
      await record('api_key.created', after.id, { after });
      const represented = { operation: 'getApiKey', body: after } as const;
      return tagged({ ...after, key }, revised(after), represented);
    });
  },

  async archiveApiKey({ params, ...call }, app) {
    const row = await makeChange(call, app, ({ trx, at, cause, mustMatch }) =>
      setKeyArchived(trx, cause, { key_id: params.key_id, archived_at: at, mustMatch }),
    );
    await app.afterCommit(() => app.callers.forgetApiKey(row.id));
    return shown(row);
  },

  unarchiveApiKey: asChange(async ({ trx, params: { key_id }, cause, mustMatch }) =>
    shown(await setKeyArchived(trx, cause, { key_id, archived_at: null, mustMatch })),
  ),
} satisfies HandlersFor<
  'listApiKeys' | 'getApiKey' | 'createApiKey' | 'archiveApiKey' | 'unarchiveApiKey',
  AuthApp
>;

const shown = (row: Awaited<ReturnType<typeof queries.get>>) => tagged(row, revised(row));
