import { idAfter, pageOf, rowsFor } from '../../db/page.ts';
import { invalid } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import type { BillingApp } from '../context.ts';
import { report } from './queries.ts';
import { groupOf, periodFault } from './rules.ts';
import { noUsage, usage } from './views.ts';

export const usageReports = {
  async getUsage({ query, caller }, app) {
    const { from, to, group_by } = query;
    const fault = periodFault({ from, to });
    if (fault) throw invalid(['query', fault.name], fault.msg, query[fault.name]);
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
} satisfies HandlersFor<'getUsage', BillingApp>;
