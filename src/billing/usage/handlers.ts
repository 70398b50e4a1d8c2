import { encode, idAfter, limitOf, rowsFor } from '../../db/page.ts';
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
    const shown = groups.slice(0, limitOf(query));
    const items = shown.map((row) => ({
      ...groupOf(group_by, row.key ?? 0),
      usage: usage(row),
    }));
    const last = groups.length > shown.length ? shown.at(-1) : undefined;
    const total = usage(rows.find(({ key }) => key === null) ?? noUsage);
    return { from, to, group_by, total, items, next_cursor: last ? encode([last.key]) : null };
  },
} satisfies HandlersFor<'getUsage', BillingApp>;
