import type { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { components } from '../../../generated/api.ts';
import { recordChange } from '../../audit/actions.ts';
import { mustFit } from '../../billing/quotas/actions.ts';
import type { Caller } from '../../caller.ts';
import type { App } from '../../context.ts';
import { invalid, InvalidRequest, valueError } from '../../errors.ts';
import { type Contacts, csvContacts, jsonContacts } from './contacts.ts';
import { elementsIn } from './json-array.ts';
import { linesIn } from './json-lines.ts';
import * as sources from './queries.ts';
import { bytesOf, duplicateOf, type RowFault, type SourceRow } from './row-rules.ts';
import { createSeenNumbers } from './seen-numbers.ts';

const readers = {
  csv: csvContacts,
  'json lines': async (body: Readable) => jsonContacts(linesIn(body)),
  'json array': async (body: Readable) => jsonContacts(elementsIn(body)),
} as const;
export type Format = keyof typeof readers;

interface Upload {
  readonly caller: Caller;
  readonly requestId: string;
  readonly body: Readable;
  readonly format: Format;
  /** Whether invalid rows are left out instead of rejecting the whole file. */
  readonly skip: boolean;
}

const rowsAtOnce = 5000;
/** Stored rows repeat the column names, so a few bytes sent can become many. */
const bytesAtOnce = 8 * 1024 * 1024;
/** After this many rows, about a millisecond of work, other requests get a turn. */
const rowsInARow = 100;
const maxRows = 2_000_000;
/** Maximum number of faults listed when a file is rejected. */
const maxFaults = 100;
/** Maximum number of listed rows that were left out. */
const maxRejected = 1000;

/**
 * Reads a file of contacts and stores its rows while they arrive, a few thousand per statement. The source is invisible
 * until it is complete. A rejected or incomplete upload is removed, by `removeUnfinished` if the process crashes first.
 */
export async function upload(
  app: Pick<App, 'db' | 'now'>,
  { body, format, skip, caller, requestId }: Upload,
): Promise<components['schemas']['CampaignSource']> {
  try {
    const contacts = await readers[format](body);
    const id = uuid();
    const { organization_id } = caller;
    const created_by = caller.kind === 'session' ? caller.user_id : null;
    await app.db.transaction().execute(async (trx) => {
      await sources.begin(trx, { organization_id, created_by, id, now: app.now() });
      await mustFit(trx, organization_id, ['source_limit']);
    });
    // One that is lost is made up for by the next.
    const beat = () => void sources.hear(app.db, id, app.now()).catch(() => {});
    const beating = setInterval(beat, sources.heartbeatMs);
    try {
      const source = { id, organization_id };
      const refuse = (error: Error) => void body.destroy(error);
      const staging = { contacts, skip, refuse };
      const { total_rows, faults, rejected_rows } = await stage(app, source, staging);
      if (total_rows === 0 || (!skip && faults.length > 0)) throw refusal(faults);
      const columns = [...contacts.columns()];
      const cause = { caller, requestId, at: app.now() };
      await app.db.transaction().execute(async (trx) => {
        await sources.finish(trx, id, { total_rows, columns });
        await recordChange(trx, cause, {
          action: 'campaign_source.created',
          organization_id,
          subject_id: id,
          before: null,
          after: { total_rows, rejected_rows, columns },
        });
      });
      const rejected = faults.map(({ row, reason }) => ({ row, reason }));
      return { source_id: id, total_rows, columns, rejected_rows, rejected };
    } catch (error) {
      // What cannot be removed now is swept later.
      await sources.remove(app.db, id, app.now()).catch(() => {});
      throw error;
    } finally {
      clearInterval(beating);
    }
  } finally {
    body.destroy();
  }
}

interface Source {
  readonly id: string;
  readonly organization_id: number;
}

interface Staging {
  readonly contacts: Contacts;
  readonly skip: boolean;
  /** Ends the reading, wherever it waits. */
  readonly refuse: (error: Error) => void;
}

interface Staged {
  readonly total_rows: number;
  readonly rejected_rows: number;
  /** The first ones. */
  readonly faults: readonly RowFault[];
}

async function stage(
  app: Pick<App, 'db' | 'now'>,
  source: Source,
  { contacts, skip, refuse }: Staging,
): Promise<Staged> {
  const numbers = createSeenNumbers();
  const faults: RowFault[] = [];
  const writer = createWriter(app, source, refuse);
  let row = 0;
  let rejected_rows = 0;
  for await (const read of contacts.rows) {
    row += 1;
    if (row > maxRows) throw invalid(['body'], `The file has more than ${maxRows} rows.`);
    if (row % rowsInARow === 0) await othersTurn();
    const earlier = 'reason' in read ? undefined : numbers.seen(read.phone_number, row);
    const kept = earlier === undefined || 'reason' in read ? read : duplicateOf(read, earlier);
    if ('reason' in kept) {
      rejected_rows += 1;
      if (faults.length < (skip ? maxRejected : maxFaults)) faults.push(kept);
      if (!skip && faults.length === maxFaults) break;
    } else if (skip || rejected_rows === 0) await writer.write(kept);
  }
  return { total_rows: await writer.end(), rejected_rows, faults };
}

/** Writes rows in batches; the next batch is read while one is written. */
function createWriter(
  app: Pick<App, 'db' | 'now'>,
  { id, organization_id }: Source,
  refuse: Staging['refuse'],
) {
  let batch: SourceRow[] = [];
  let bytes = 0;
  let inProgress = Promise.resolve();
  let count = 0;
  async function flush(): Promise<void> {
    await inProgress;
    if (batch.length === 0) return;
    const added = { rows: batch, bytes, now: app.now() };
    inProgress = app.db.transaction().execute(async (trx) => {
      await sources.add(trx, id, added);
      await mustFit(trx, organization_id, ['source_bytes_limit']);
    });
    // The error is awaited before the next batch or at the end; a client that sends slowly gets it now.
    inProgress.catch(refuse);
    batch = [];
    bytes = 0;
  }
  return {
    async write(row: SourceRow): Promise<void> {
      count += 1;
      bytes += bytesOf(row);
      if (batch.push(row) === rowsAtOnce || bytes >= bytesAtOnce) await flush();
    },
    async end(): Promise<number> {
      await flush();
      await inProgress;
      return count;
    },
  };
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
