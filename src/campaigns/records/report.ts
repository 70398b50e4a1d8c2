import { stringify } from 'csv-stringify/sync';
import type { Db } from '../../db/connect.ts';
import { attempts } from './queries.ts';
import { contextColumns, reportHeader, reportRow } from './report-rules.ts';

/** So many attempts are read in one statement, and none is open while the client takes them. */
const attemptsAtOnce = 1000;

/** A CSV file with a row for each attempt of a campaign that is the caller's, read as it is sent. */
export async function* report(
  db: Db,
  campaignId: number,
  sourceColumns: readonly string[],
): AsyncGenerator<string> {
  const context = contextColumns(sourceColumns);
  yield csv([reportHeader(context)]);
  for (let after = 0; ;) {
    const rows = await attempts(db, campaignId, { after, limit: attemptsAtOnce });
    const last = rows.at(-1);
    if (!last) return;
    yield csv(rows.map((row) => reportRow(row, context)));
    if (rows.length < attemptsAtOnce) return;
    after = last.id;
  }
}

const csv = (rows: readonly string[][]): string =>
  stringify([...rows], { record_delimiter: '\r\n' });
