import { pageOf } from '../db/page.ts';
import type { Some } from '../http/contract.ts';
import { digest, newApiKey, prefixOf } from './credentials.ts';
import * as queries from './queries.ts';

export const apiKeys = {
  async listApiKeys({ query, caller }, app) {
    const rows = await queries.listApiKeys(app.db, caller.organization_id, query);
    return pageOf(rows, query, (row) => row);
  },

  async createApiKey({ body, caller }, app) {
    const key = newApiKey();
    const row = await queries.insertApiKey(app.db, {
      organization_id: caller.organization_id,
      name: body.name,
      prefix: prefixOf(key),
      key_hash: digest(key),
      connector_name: body.connector_name ?? null,
      created_by: caller.user_id,
      created_at: app.now(),
    });
    return { ...row, key };
  },

  async archiveApiKey({ params, caller }, app) {
    const row = await queries.setApiKeyArchived(
      app.db,
      caller.organization_id,
      params.key_id,
      app.now(),
    );
    app.afterCommit(() => app.callers.forgetApiKey(row.id));
    return row;
  },

  reactivateApiKey: ({ params, caller }, app) =>
    queries.setApiKeyArchived(app.db, caller.organization_id, params.key_id, null),
} satisfies Some<'listApiKeys' | 'createApiKey' | 'archiveApiKey' | 'reactivateApiKey'>;
