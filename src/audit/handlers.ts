import { pageOf } from '../db/page.ts';
import { invalid } from '../errors.ts';
import type { Some } from '../http/contract.ts';
import { isMoment, type Moment, momentIn as asMoment } from '../moment.ts';
import * as events from './queries.ts';
import { auditEvent } from './views.ts';

export const audit = {
  async listAuditEvents({ query }, app) {
    const since = momentIn('since', query.since);
    const until = momentIn('until', query.until);
    const rows = await events.list(app.db, { ...query, since, until }, query);
    return pageOf(rows, query, auditEvent);
  },
} satisfies Some<'listAuditEvents'>;

function momentIn(name: string, text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  const moment = isMoment(text) ? asMoment(text) : undefined;
  if (moment !== undefined) return moment;
  throw invalid(['query', name], 'Must be in the years 1 to 9999, and not a leap second.', text);
}
