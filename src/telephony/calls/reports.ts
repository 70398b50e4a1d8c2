import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Connection, Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import { write } from '../../workflows/runs/call-queries.ts';
import { type Consent, writeConsents } from '../../workflows/runs/consent-queries.ts';
import * as calls from './queries.ts';
import { after, type Report } from './rules.ts';

/** Collects reports about calls and writes them in batches. */
export interface Reports {
  /** Resolves when the report is stored. */
  submit(report: Report): Promise<void>;
  /** Waits until every report is written. */
  settled(): Promise<void>;
}

interface Waiting {
  readonly report: Report;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

const batchSize = 200;
/** More concurrent writers would only wait for each other's rows. */
const writersOnPostgres = 3;

/** Effects in other areas when calls end, written in the transaction that ends them. */
export type WhenEnded = (
  trx: Transaction<Database>,
  ended: readonly calls.CallRow[],
  now: Timestamp,
) => Promise<void>;

interface Parts {
  readonly connection: Connection;
  /** Called in this order, one after the other. */
  readonly whenEnded: readonly WhenEnded[];
  readonly log: Logger;
  readonly now: () => Timestamp;
}

export function createReports({ connection, whenEnded, log, now }: Parts): Reports {
  const { db, embedded } = connection;
  const waiting: Waiting[] = [];
  const writers = new Set<Promise<void>>();
  const maxWriters = embedded ? 1 : writersOnPostgres;

  const commit = (reports: readonly Report[]): Promise<void> =>
    db.transaction().execute((trx) => apply(trx, whenEnded, { reports, now: now() }));

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await commit(batch.map(({ report }) => report));
      for (const { done } of batch) done();
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) return only?.failed(error);
      log.warn({ err: error, reports: batch.length }, 'reports are written one by one');
      for (const each of batch) await writeBatch([each]);
    }
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) await writeBatch(waiting.splice(0, batchSize));
  }

  function begin(): void {
    if (writers.size >= maxWriters) return;
    const writer = work().finally(() => writers.delete(writer));
    writers.add(writer);
  }

  return {
    submit: (report) =>
      new Promise((done, failed) => {
        waiting.push({ report, done, failed });
        // Reports that arrive in the same turn share a transaction.
        setImmediate(begin);
      }),
    async settled() {
      while (waiting.length > 0 || writers.size > 0) {
        begin();
        await Promise.all(writers);
      }
    },
  };
}

interface Batch {
  readonly reports: readonly Report[];
  readonly now: Timestamp;
}

/**
 * Writes the changes of the reports: the calls, and the effects of those that ended. All or nothing; a report without a
 * change writes nothing.
 */
export async function apply(
  trx: Transaction<Database>,
  whenEnded: readonly WhenEnded[],
  { reports, now }: Batch,
): Promise<void> {
  const before = await calls.lock(
    trx,
    reports.map(({ run_id }) => run_id),
  );
  const known = new Map(before.map((call) => [call.id, call]));
  const consents: Consent[] = [];
  for (const report of reports) {
    const call = known.get(report.run_id);
    if (!call) continue;
    const next = after(call, report);
    if (next === call) continue;
    known.set(call.id, next);
    if (report.consent !== undefined)
      consents.push({ run_id: call.id, consent_given: report.consent, consent_ts: report.at });
  }
  const changed = before.flatMap((call) => {
    const next = known.get(call.id);
    return next === undefined || next === call ? [] : [next];
  });
  if (changed.length === 0) return;
  await write(trx, changed);
  if (consents.length > 0) await writeConsents(trx, { consents, now });
  const ended = changed.filter(({ state }) => state === 'completed');
  if (ended.length === 0) return;
  for (const follow of whenEnded) await follow(trx, ended, now);
}
