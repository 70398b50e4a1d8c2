import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Connection, Database } from '../../db/connect.ts';
import type { Timestamp } from '../../timestamp.ts';
import * as calls from './queries.ts';
import { after, type Report } from './rules.ts';

/** Takes what is learned about calls; reports that come together are written together. */
export interface Reports {
  /** Resolves when the report is kept. */
  submit(report: Report): Promise<void>;
  /** Waits until nothing waits to be written. */
  settled(): Promise<void>;
}

interface Waiting {
  readonly report: Report;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

const largestBatch = 200;
/** More at once would only wait for each other's rows. */
const writersOnPostgres = 3;

/** What follows in other areas when calls end, written in the transaction that ends them. */
export type WhenEnded = (
  trx: Transaction<Database>,
  ended: readonly calls.CallRow[],
  now: Timestamp,
) => Promise<void>;

interface Parts {
  readonly connection: Connection;
  /** Called one after the other, in this order. */
  readonly whenEnded: readonly WhenEnded[];
  readonly log: Logger;
  readonly now: () => Timestamp;
}

export function createReports({ connection, whenEnded, log, now }: Parts): Reports {
  const { db, embedded } = connection;
  const waiting: Waiting[] = [];
  const writers = new Set<Promise<void>>();
  const largest = embedded ? 1 : writersOnPostgres;

  const write = (reports: readonly Report[]): Promise<void> =>
    db.transaction().execute((trx) => apply(trx, whenEnded, { reports, now: now() }));

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await write(batch.map(({ report }) => report));
      for (const { done } of batch) done();
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) return only?.failed(error);
      log.warn({ err: error, reports: batch.length }, 'reports are written one by one');
      for (const each of batch) await writeBatch([each]);
    }
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) await writeBatch(waiting.splice(0, largestBatch));
  }

  function begin(): void {
    if (writers.size >= largest) return;
    const writer = work().finally(() => writers.delete(writer));
    writers.add(writer);
  }

  return {
    submit: (report) =>
      new Promise((done, failed) => {
        waiting.push({ report, done, failed });
        // What arrives in the same turn goes into the same transaction.
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

interface News {
  readonly reports: readonly Report[];
  readonly now: Timestamp;
}

/**
 * Writes what reports change: the calls, and what follows from those that have ended. All of it or nothing; a report that
 * says nothing new changes nothing.
 */
export async function apply(
  trx: Transaction<Database>,
  whenEnded: readonly WhenEnded[],
  { reports, now }: News,
): Promise<void> {
  const before = await calls.lock(
    trx,
    reports.map(({ run_id }) => run_id),
  );
  const known = new Map(before.map((call) => [call.id, call]));
  const consents: calls.Consent[] = [];
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
  await calls.write(trx, changed);
  if (consents.length > 0) await calls.writeConsents(trx, { consents, now });
  const ended = changed.filter(({ state }) => state === 'completed');
  if (ended.length === 0) return;
  for (const follow of whenEnded) await follow(trx, ended, now);
}
