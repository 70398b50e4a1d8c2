import { asChange, makeChange } from '../../audit/actions.ts';
import { pageOf } from '../../db/page.ts';
import { conflict, invalid } from '../../errors.ts';
import type { HandlersFor } from '../../http/contract.ts';
import { tagged, type Revised, revisedBy } from '../../http/etag.ts';
import type { CampaignsApp } from '../context.ts';
import { uploadsOf } from './capacity.ts';
import type { Format } from './reading.ts';
import * as stored from './stored-queries.ts';
import { upload, type Uploaded } from './upload.ts';
import { batchesOf } from '../../db/batches.ts';
import type { Reads } from '../../db/replica.ts';
import { csv } from '../../http/csv.ts';
import { cellIn } from './client-data-rules.ts';
import { rowsBetween, type StoredRow, type StoredSource, weighRows } from './stored-queries.ts';

const sourceView = ({ bytes, ...source }: StoredSource) => ({
  ...source,
  size_bytes: bytes,
});

/** A source never changes until it is deleted. */
const revised = ({ id }: StoredSource): Revised => revisedBy(id, []);

/** How many rows one statement measures. No statement is open while the client reads. */
const rowsAtOnce = 1000;

/**
 * The source's rows as a CSV file, read while it is sent. Throws if rows are missing, since the source was deleted
 * meanwhile: a file that is cut off must not look complete.
 */
export async function* fileOf(
  reads: Reads,
  { id, columns, total_rows }: StoredSource,
): AsyncGenerator<string> {
  yield csv([columns]);
  let left = total_rows;
  for (let after = 0; ;) {
    const from = after;
    const weighed = await reads((db) => weighRows(db, id, from, rowsAtOnce));
    for (const batch of batchesOf(weighed)) {
      const range = { from: batch[0]!.row_number, to: batch.at(-1)!.row_number };
      const rows = await reads((db) => rowsBetween(db, id, range));
      left -= rows.length;
      yield csv(rows.map((row) => columns.map((column) => cellOf(row, column))));
    }
    const last = weighed.at(-1);
    if (!last || weighed.length < rowsAtOnce) break;
    after = last.row_number;
  }
  if (left > 0) throw new Error(`Source ${id} lost ${left} rows while it was read.`);
}

function cellOf(row: StoredRow, column: string): string {
  if (column === 'phone_number') return row.phone_number;
  if (column === 'timezone') return row.timezone ?? '';
  const value = cellIn(row, column);
  if (value === undefined) return (column === 'external_id' && row.external_id) || '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const jsonFormats: readonly (readonly [type: string, Format])[] = [
  ['application/x-ndjson', 'ndjson'],
  ['application/json', 'json'],
];

export const campaignSources = {
  async createCampaignSource({ body, query, allHeaders, caller, requestId, keepAnswer }, app) {
    const format = formatOf(allHeaders['content-type'] ?? '');
    const phoneColumn = query.phone_number_column;
    if (phoneColumn !== undefined && format !== 'csv')
      throw invalid(['query', 'phone_number_column'], 'JSON has no columns.', phoneColumn);
    const release = app.inProgress.take(uploadsOf(caller.organization_id));
    try {
      const uploaded = await upload(app, {
        caller,
        requestId,
        body,
        format,
        skip: query.on_invalid === 'skip',
        phoneColumn,
        completed: (trx, created) => keepAnswer(trx, shown(created)),
      });
      return shown(uploaded);
    } finally {
      release();
    }
  },

  async listCampaignSources({ query, caller }, app) {
    return pageOf(await stored.list(app.db, caller.organization_id, query), query, sourceView);
  },

  async getCampaignSource({ params, caller }, app) {
    const source = await stored.get(app.db, caller.organization_id, params.source_id);
    return tagged(sourceView(source), revised(source));
  },

  async getCampaignSourceFile({ params, ...call }, app) {
    const source = await stored.get(app.db, call.caller.organization_id, params.source_id);
    await makeChange(call, app, ({ record }) =>
      record('campaign_source.exported', source.id, { after: {} }),
    );
    return fileOf(app.reads, source);
  },

  deleteCampaignSource: asChange(
    async ({ trx, params, organization_id, at, mustMatch, record }) => {
      const source = await stored.lock(trx, organization_id, params.source_id);
      mustMatch(revised(source));
      const { id, total_rows, columns } = source;
      const campaign_ids = await stored.unfinishedWith(trx, id);
      if (campaign_ids.length > 0) throw inUse(campaign_ids);
      await stored.setDeleted(trx, id, at);
      await record('campaign_source.deleted', id, { before: { total_rows, columns } });
    },
  ),
} satisfies HandlersFor<
  | 'createCampaignSource'
  | 'listCampaignSources'
  | 'getCampaignSource'
  | 'getCampaignSourceFile'
  | 'deleteCampaignSource',
  CampaignsApp
>;

const shown = ({ answer, source }: Uploaded) =>
  tagged(answer, revised(source), {
    operation: 'getCampaignSource',
    body: sourceView(source),
  });

const formatOf = (type: string): Format =>
  jsonFormats.find(([name]) => type.toLowerCase().startsWith(name))?.[1] ?? 'csv';

const inUse = (campaign_ids: readonly number[]) =>
  conflict('source_in_use', 'Campaigns that are not finished use this source.', { campaign_ids });
