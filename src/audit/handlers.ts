import { pageOf } from '../db/page.ts';
import { invalid } from '../errors.ts';
import type { Call, Some } from '../http/contract.ts';
import { isMoment, type Moment, momentIn as asMoment } from '../moment.ts';
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
} satisfies Some<'listAuditEvents' | 'listOrganizationAuditEvents'>;

const filterOf = (
  query: Call<'listAuditEvents' | 'listOrganizationAuditEvents'>['query'],
): events.EventFilter => ({
  ...query,
  since: momentIn('since', query.since),
  until: momentIn('until', query.until),
});

function momentIn(name: string, text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  const moment = isMoment(text) ? asMoment(text) : undefined;
  if (moment !== undefined) return moment;
  throw invalid(['query', name], 'Must be in the years 1 to 9999, and not a leap second.', text);
}
