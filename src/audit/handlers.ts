import type { App } from '../context.ts';
import { pageOf } from '../db/page.ts';
import type { HandlersFor } from '../http/contract.ts';
import { filtersOf } from '../time/period-filter.ts';
import * as events from './queries.ts';
import { auditEvent, organizationAuditEvent } from './views.ts';

export const audit = {
  async listAuditEventsAsAdmin({ query }, app) {
    const rows = await events.list(app.db, filtersOf(query), query);
    return { ...pageOf(rows, query, auditEvent), unanswered_cells: [] };
  },

  async listAuditEvents({ query, caller }, app) {
    const { organization_id } = caller;
    const rows = await events.list(app.db, { ...filtersOf(query), organization_id }, query);
    return pageOf(rows, query, organizationAuditEvent);
  },
} satisfies HandlersFor<'listAuditEventsAsAdmin' | 'listAuditEvents', App>;
