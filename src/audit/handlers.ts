import { pageOf } from '../db/page.ts';
import { invalid } from '../errors.ts';
import type { Call, HandlersFor } from '../http/contract.ts';
import { isTimestamp, type Timestamp, parseTimestamp as asMoment } from '../timestamp.ts';
import * as events from './queries.ts';
import { auditEvent, organizationAuditEvent } from './views.ts';

export const audit = {
  async listAuditEvents({ query }, app) {
    const rows = await events.list(app.db, filterOf(query), query);
    return pageOf(rows, query, auditEvent);
  },

  async listOrganizationAuditEvents({ query, caller }, app) {
    const { organization_id } = caller;
    const rows = await events.list(app.db, { ...filterOf(query), organization_id }, query);
    return pageOf(rows, query, organizationAuditEvent);
  },
} satisfies HandlersFor<'listAuditEvents' | 'listOrganizationAuditEvents'>;

const filterOf = (
  query: Call<'listAuditEvents' | 'listOrganizationAuditEvents'>['query'],
): events.EventFilter => ({
  ...query,
  since: momentIn('since', query.since),
  until: momentIn('until', query.until),
});

function momentIn(name: string, text: string | undefined): Timestamp | undefined {
  if (text === undefined) return undefined;
  const moment = isTimestamp(text) ? asMoment(text) : undefined;
  if (moment !== undefined) return moment;
  throw invalid(['query', name], 'Must be in the years 1 to 9999, and not a leap second.', text);
}
