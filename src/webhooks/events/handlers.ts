import { invalid } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { filtersOf } from '../../time/period-filter.ts';
import type { WebhooksApp } from '../context.ts';
import { list } from './list.ts';
import { lastPosition } from './list-queries.ts';
import { follow } from './stream.ts';
import { event } from './views.ts';

export const events = {
  async listEvents({ query, caller }, app) {
    const { rows, next_cursor } = await list(app.db, caller.organization_id, filtersOf(query));
    return { items: rows.map(event), next_cursor };
  },

  async streamEvents({ query: filters, headers, caller, signal }, app) {
    const { organization_id } = caller;
    const after = await beginning(app, organization_id, headers['last-event-id']);
    return follow(app, { organization_id, filters, after, signal });
  },
} satisfies HandlersFor<'listEvents' | 'streamEvents', WebhooksApp>;

/** The position after which a stream begins: now, unless the client names the last event that it has. */
async function beginning(app: WebhooksApp, organizationId: number, id: string | undefined) {
  const last = await lastPosition(app.db, organizationId);
  if (id === undefined) return last;
  if (/^[0-9]{1,15}$/.test(id) && Number(id) <= last) return Number(id);
  const rule = 'Send the id of an event that you have received, or 0 to begin with the first.';
  throw invalid(['header', 'Last-Event-ID'], rule, id);
}
