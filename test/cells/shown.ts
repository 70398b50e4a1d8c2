import { createHash } from 'node:crypto';
import { loadContract } from '../../src/http/operations.ts';
import type { Send } from './moving.ts';

/** A suspension adds audit events, and each cell has a catalog and models of its own. */
const staying = new Set([
  'listAuditEvents',
  'listCatalogEntries',
  'listVoiceModels',
  'getModelsCacheDir',
]);

/** What can be read without a stream. */
const readable = loadContract().operations.filter(
  ({ id, method, eventName, superAdmin, apiKey, session, parameters }) =>
    method === 'GET' &&
    eventName === undefined &&
    !superAdmin &&
    (apiKey || session) &&
    !staying.has(id) &&
    !parameters.some(({ required, in: place }) => required && place === 'query'),
);
const perList = 2;

/** What changes with each look. */
const volatile = /"(last_used_at|request_id|next_call_at|at)":("[^"]*"|null)/g;

/**
 * What all operations that read show of an organization: the status, the ETag and the body, by the path. Ids in paths are
 * the first ones of the list above. The key is used where it can be.
 */
export async function shownTo(
  send: Send,
  credentials: { readonly key: string; readonly token: string },
): Promise<ReadonlyMap<string, string>> {
  const shown = new Map<string, string>();
  const lists = new Map<string, readonly Record<string, unknown>[]>();
  for (const { path, apiKey } of readable.toSorted((a, b) => a.path.length - b.path.length))
    for (const each of pathsOf(path.replace('/api/v1', ''))) {
      const { key, token } = credentials;
      const { status, body, bytes, headers } = await send(
        'GET',
        each,
        apiKey ? { key } : { token },
      );
      lists.set(each, body['items'] ?? []);
      const isJson = Object.keys(body).length > 0;
      const content = isJson
        ? String(bytes).replaceAll(volatile, '')
        : createHash('sha256').update(bytes).digest('hex');
      shown.set(each, `${status} ${headers.get('etag')} ${content}`);
    }
  return shown;

  function pathsOf(template: string): string[] {
    const [, list, parameter = '', rest = ''] = /^(.*)\/\{(\w+)\}(.*)$/.exec(template) ?? [];
    if (list === undefined) return [template];
    return pathsOf(list).flatMap((path) =>
      (lists.get(path) ?? []).slice(0, perList).map((item) => {
        const id = parameter.endsWith('_number') ? item[parameter] : item['id'];
        return `${path}/${String(id)}${rest}`;
      }),
    );
  }
}
