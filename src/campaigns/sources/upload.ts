import type { Readable } from 'node:stream';
import type { Transaction } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { components } from '../../../generated/api.ts';
import { recordChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../db/connect.ts';
import type { CampaignsApp } from '../context.ts';
import { InvalidRequest, valueError } from '../../errors.ts';
import type { PackedRows } from './packed-rows.ts';
import { weighed } from './capacity.ts';
import * as sources from './queries.ts';
import type { Format, Summary } from './reading.ts';
import { rejectionOf, type RowFault } from './row-rules.ts';
import { maxFaults } from './stage.ts';
import { get, type StoredSource } from './stored-queries.ts';

interface Upload {
  readonly caller: Caller;
  readonly requestId: string;
  readonly body: Readable;
  readonly format: Format;
  /** Whether invalid rows are left out instead of rejecting the whole file. */
  readonly skip: boolean;
  /** The column of a CSV file that has the phone number, where it is called otherwise. */
  readonly phoneColumn?: string | undefined;
  /** Called in the transaction that makes the source visible. */
  readonly completed: (trx: Transaction<Database>, uploaded: Uploaded) => Promise<void>;
}

export interface Uploaded {
  readonly answer: components['schemas']['CampaignSource'];
  readonly source: StoredSource;
}

type Needed = Pick<CampaignsApp, 'db' | 'now' | 'contactReaders' | 'inProgress'>;

/**
 * Stores the rows of a file of contacts while they arrive, some thousand per statement; a thread reads them. The source
 * is invisible until it is complete. A rejected or incomplete upload is removed, by a sweep if the process
 * crashes first.
 */
export async function upload(app: Needed, upload: Upload): Promise<Uploaded> {
  const id = uuid();
  // One that is lost is made up for by the next.
  const beat = () => void sources.hear(app.db, id, app.now()).catch(() => {});
  const beating = setInterval(beat, sources.heartbeatMs);
  const { rows, release } = weighed(upload.body, app.inProgress, upload.caller.organization_id);
  try {
    const summary = await store(app, { ...upload, rows }, id);
    const { total_rows, faults } = summary;
    if (total_rows === 0 || (!upload.skip && faults.length > 0)) throw refusal(faults);
    return await complete(app, upload, { ...summary, id });
  } catch (error) {
    // What cannot be removed now is swept later.
    await sources.remove(app.db, id, app.now()).catch(() => {});
    throw error;
  } finally {
    clearInterval(beating);
    upload.body.destroy();
    release();
  }
}

/** Stores the valid rows of the file. A file without a valid header stores nothing, not even a source. */
async function store(
  app: Needed,
  { rows, format, skip, phoneColumn, caller }: Upload & { readonly rows: AsyncIterable<Buffer> },
  id: string,
) {
  const source = { id, organization_id: caller.organization_id };
  for await (const found of app.contactReaders.read({ format, skip, phoneColumn, source }, rows)) {
    if (found.kind === 'summary') return found.summary;
    if (found.kind === 'rows') await add(app, source, found.rows);
    else {
      const created_by = caller.kind === 'session' ? caller.user_id : null;
      await app.db.transaction().execute(async (trx) => {
        await sources.begin(trx, { ...source, source_type: format, created_by, now: app.now() });
        await mustFit(trx, source.organization_id, ['source_limit']);
      });
    }
  }
  throw new Error('A file has a summary.');
}

const add = (
  app: Needed,
  source: { readonly id: string; readonly organization_id: number },
  rows: PackedRows,
): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    await sources.add(trx, source, { rows, now: app.now() });
    await mustFit(trx, source.organization_id, ['source_bytes_limit']);
  });

/** Makes the source visible. */
async function complete(
  app: Needed,
  { caller, requestId, format: source_type, completed }: Upload,
  { id, total_rows, rejected_rows, columns, faults }: Summary & { readonly id: string },
): Promise<Uploaded> {
  const { organization_id } = caller;
  const cause = { caller, requestId, at: app.now() };
  return app.db.transaction().execute(async (trx) => {
    await sources.finish(trx, id, { total_rows, columns });
    await recordChange(trx, cause, {
      action: 'campaign_source.created',
      organization_id,
      subject_id: id,
      before: null,
      after: { source_type, total_rows, rejected_rows, columns },
    });
    const rejected = faults.map((fault) => ({ row: fault.row, ...rejectionOf(fault) }));
    const answer = { id, source_type, total_rows, columns: [...columns], rejected_rows, rejected };
    const uploaded = { answer, source: await get(trx, organization_id, id) };
    await completed(trx, uploaded);
    return uploaded;
  });
}

function refusal(faults: readonly RowFault[]): InvalidRequest {
  const noRows = { loc: ['body'], msg: 'The file has no valid row.', input: null };
  if (faults.length === 0) return new InvalidRequest([valueError(noRows)]);
  return new InvalidRequest(
    faults.slice(0, maxFaults).map(({ row, column, reason, input }) =>
      valueError({
        loc: ['body', String(row), ...(column === undefined ? [] : [column])],
        msg: reason,
        input,
      }),
    ),
  );
}
