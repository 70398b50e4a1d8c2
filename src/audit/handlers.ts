import type { App } from '../context.ts';
import { pageOf } from '../db/page.ts';
import type { HandlersFor } from '../http/contract.ts';
import { filtersOf } from '../time/period-filter.ts';
import * as events from './queries.ts';
import type { components } from '../../generated/api.ts';
import type { EventRow } from './queries.ts';

type AuditEvent = components['schemas']['AuditEvent'];

const auditEvent = (row: EventRow): AuditEvent => ({
  id: row.id,
  created_at: row.created_at,
  organization_id: row.organization_id,
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.user_email ?? row.api_key_name },
  action: row.action,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  before: row.before,
  after: row.after,
  request_id: row.request_id,
});

/** An event as its organization sees it: users of other organizations, such as super admins, are not named. */
function organizationAuditEvent(row: EventRow): AuditEvent {
  const isForeign = row.user_email !== null && row.user_organization_id !== row.organization_id;
  return auditEvent(isForeign ? { ...row, user_email: null } : row);
}

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
