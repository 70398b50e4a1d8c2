import { idAfter, pageOf, rowsFor } from '../../db/page.ts';
import { invalid } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { BillingApp } from '../context.ts';
import { listCounted } from './admin-queries.ts';
import { report } from './queries.ts';
import { groupOf, type Period, periodFault } from './rules.ts';
import { noUsage, organizationUsage, usage } from './views.ts';

export const usageReports = {
  async getUsage({ query, caller }, app) {
    const { from, to, group_by } = query;
    checkPeriod({ from, to });
    const { organization_id } = caller;
    const period = { organization_id, from, to, group_by };
    const page = { after: idAfter(query), rows: rowsFor(query) };
    const rows = await report(app.db, { ...period, ...page });
    const groups = rows.filter(({ key }) => key !== null);
    const total = usage(rows.find(({ key }) => key === null) ?? noUsage);
    const group = (row: (typeof rows)[number]) => ({
      ...groupOf(group_by, row.key ?? 0),
      usage: usage(row),
    });
    return { from, to, group_by, total, ...pageOf(groups, query, group, ({ key }) => [key]) };
  },

  async listOrganizationUsageAsAdmin({ query }, app) {
    const { from, to, organization_id } = query;
    checkPeriod({ from, to });
    const page = { after: idAfter(query), rows: rowsFor(query) };
    const rows = await listCounted(app.db, { from, to, organization_id, ...page });
    const view = (row: (typeof rows)[number]) => organizationUsage(row, { from, to });
    const position = (row: (typeof rows)[number]) => [row.organization_id];
    return { ...pageOf(rows, query, view, position), unanswered_cells: [] };
  },
} satisfies HandlersFor<'getUsage' | 'listOrganizationUsageAsAdmin', BillingApp>;

function checkPeriod(period: Period): void {
  const fault = periodFault(period);
  if (fault) throw invalid(['query', fault.name], fault.msg, period[fault.name]);
}
