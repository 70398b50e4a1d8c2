import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { createBatcher } from '../../fairness/batcher.ts';
import type { Connection, Database } from '../../db/connect.ts';
import { ofDatabase } from '../../db/errors.ts';
import type { WorkMetrics } from '../../telemetry/work-metrics.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Timestamp } from '../../timestamp.ts';
import { wakeAfter, announceProgress, type ProgressEvent } from '../../webhooks/actions.ts';
import { write } from '../../workflows/runs/call-queries.ts';
import { type Consent, writeConsents } from '../../workflows/runs/consent-queries.ts';
import * as live from './live-queries.ts';
import * as calls from './queries.ts';
import { actOnMachines, type MachineNews, playingMessage } from '../hang-ups/queries.ts';
import { liveTransitions as transitions } from './flow-rules.ts';
import { applyReport, machineNews, type Report, isForeign } from './rules.ts';
import { setRingingEvent } from './queries.ts';
import type { CallRow } from './queries.ts';

const isChosen = ({ chosen_events }: CallRow, event: ProgressEvent): boolean =>
  chosen_events?.includes(event) === true;

/** Whether the report says that the call rings, before it is answered or ends, and somebody wants the event of it. */
const rings = (call: CallRow, report: Report): boolean =>
  report.event === 'ringing' &&
  call.state !== 'completed' &&
  call.started_at === null &&
  isChosen(call, 'call_ringing') &&
  !isForeign(call, report);

/** Whether the call was answered, and somebody wants the event of it. */
const wasAnswered = (before: CallRow, after: CallRow): boolean =>
  before.started_at === null && after.started_at !== null && isChosen(after, 'call_answered');

interface Reported {
  readonly before: readonly CallRow[];
  readonly after: ReadonlyMap<number, CallRow>;
  /** When calls rang, by run. */
  readonly rang: ReadonlyMap<number, Timestamp>;
  readonly now: Timestamp;
}

/**
 * Inserts the events of calls that ring or were answered, where they are chosen, before those of their end. A carrier
 * reports twice that a call rings, so `live_calls` knows it. Returns whether there was one.
 */
async function announceReported(
  trx: Transaction<Database>,
  { before, after, rang, now }: Reported,
): Promise<boolean> {
  const first = rang.size === 0 ? rang : await setRingingEvent(trx, [...rang.keys()], now);
  const progress = before.flatMap((call) => {
    const { id: run_id, organization_id, traceparent } = call;
    const next = after.get(run_id) ?? call;
    const of = { run_id, organization_id, traceparent };
    const ringing = { ...of, event: 'call_ringing' as const, at: rang.get(run_id) ?? now };
    const answered = { ...of, event: 'call_answered' as const, at: next.started_at ?? now };
    return [
      ...(first.has(run_id) ? [ringing] : []),
      ...(wasAnswered(call, next) ? [answered] : []),
    ];
  });
  await announceProgress(trx, progress, now);
  return progress.length > 0;
}

/**
 * Collects reports about calls and writes them in batches; `add` resolves when the report is stored. A report about a run
 * that somebody else has locked is tried again, after those that came before it, so that no batch waits for a lock.
 */
export interface Reports {
  add(report: Report): Promise<void>;
  settled(): Promise<void>;
  /** Writes reports in the caller's transaction. Returns the calls that ended. */
  readonly write: (
    trx: Transaction<Database>,
    reports: readonly Report[],
  ) => Promise<readonly calls.CallRow[]>;
  /** Ends calls that were hung up, and that their carrier has not placed. */
  notPlaced(hungUp: readonly live.LiveCall[]): Promise<void>;
}

/** How many organizations' reports are written at once; those of one are written one batch after another. */
const writersOnPostgres = 4;

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
  readonly jobs: Pick<Jobs, 'wakeAfter'>;
  readonly log: Logger;
  readonly now: () => Timestamp;
  readonly metrics: { readonly work: Pick<WorkMetrics, 'ended'> };
}

export function createReports(parts: Parts): Reports {
  const { connection, log, now, metrics } = parts;
  const { db, embedded } = connection;
  const batcher = createBatcher({
    async work(reports: readonly Report[]) {
      const { ended, locked } = await db.transaction().execute(async (trx) => {
        const ids = reports.map(({ run_id }) => run_id);
        const before = await calls.lock(trx, ids, true);
        const found = new Set(before.map(({ id }) => id));
        const others = await calls.callsAmong(
          trx,
          ids.filter((id) => !found.has(id)),
        );
        return { locked: others, ended: await apply(trx, parts, { reports, before, now: now() }) };
      });
      for (const { outcome } of ended) if (outcome) metrics.work.ended(outcome);
      return reports.map(({ run_id }) => !locked.has(run_id));
    },
    maxAtOnce: embedded ? 1 : writersOnPostgres,
    keyOf: ({ organization_id }) => organization_id,
    onFailure: (error, reports) =>
      log.warn({ err: error, reports }, 'reports are written one by one'),
  });
  /** The runs that were locked, each until it is tried again. */
  const held = new Map<number, Promise<void>>();
  const adding = new Set<Promise<void>>();

  async function store(report: Report): Promise<void> {
    const { run_id } = report;
    const end = performance.now() + lockedMs;
    for (;;) {
      await held.get(run_id);
      if (await batcher.add(report)) return;
      if (performance.now() > end) throw staysLocked(run_id);
      if (held.has(run_id)) continue;
      held.set(
        run_id,
        setTimeout(lockedPauseMs).finally(() => held.delete(run_id)),
      );
    }
  }
  function add(report: Report): Promise<void> {
    const stored = store(report);
    adding.add(stored);
    const ended = (): void => void adding.delete(stored);
    stored.then(ended, ended);
    return stored;
  }
  return {
    add,
    async settled() {
      while (adding.size > 0) await Promise.allSettled(adding);
    },
    async write(trx, reports) {
      const before = await calls.lock(
        trx,
        reports.map(({ run_id }) => run_id),
      );
      return apply(trx, parts, { reports, before, now: now() });
    },
    async notPlaced(hungUp) {
      await Promise.all(
        hungUp.map(({ run_id, organization_id, placing_at: attempt }) =>
          add({ run_id, organization_id, attempt, at: now(), event: 'canceled' }),
        ),
      );
    },
  };
}

/** For how long, and after which pause, a report about a locked run is tried again. */
const lockedMs = 30_000;
const lockedPauseMs = 50;

/** As PostgreSQL says it. */
const staysLocked = (runId: number): Error =>
  ofDatabase(Object.assign(new Error(`Run ${runId} stays locked.`), { code: '55P03' }));

interface Batch {
  readonly reports: readonly Report[];
  /** Their calls, locked; those of other reports are left alone. */
  readonly before: readonly calls.CallRow[];
  readonly now: Timestamp;
}

/**
 * Writes the changes of the reports: the calls, and the effects of those that ended. All or nothing; a report without a
 * change writes nothing. Returns the calls that ended.
 */
async function apply(
  trx: Transaction<Database>,
  { whenEnded, jobs }: Pick<Parts, 'whenEnded' | 'jobs'>,
  { reports, before, now }: Batch,
): Promise<readonly calls.CallRow[]> {
  const known = new Map(before.map((call) => [call.id, call]));
  const attempts = await attemptsOf(
    trx,
    reports.filter(({ run_id }) => known.has(run_id)),
  );
  const consents: Consent[] = [];
  const machines = new Map<number, MachineNews>();
  const rang = new Map<number, Timestamp>();
  const messages = new Map<number, Timestamp>();
  for (const report of reports) {
    const call = known.get(report.run_id);
    if (!call) continue;
    if (report.attempt !== undefined && attempts.get(call.id) !== report.attempt) continue;
    if (rings(call, report) && !rang.has(call.id)) rang.set(call.id, report.at);
    const next = applyReport(call, report);
    const news = machineNews(next, report);
    if (news) machines.set(call.id, news);
    if (news === 'message_ended' && !messages.has(call.id)) messages.set(call.id, report.at);
    if (next === call) continue;
    known.set(call.id, next);
    if (report.consent !== undefined)
      consents.push({ run_id: call.id, consent_given: report.consent, consent_ts: report.at });
  }
  for (const id of await playingMessage(trx, [...messages.keys()])) {
    const call = known.get(id);
    if (call) known.set(id, { ...call, message_left_at: messages.get(id) ?? null });
  }
  if (await announceReported(trx, { before, after: known, rang, now })) await wakeAfter(trx, jobs);
  const changed = before.flatMap((call) => {
    const next = known.get(call.id);
    return next === undefined || next === call ? [] : [next];
  });
  if (changed.length === 0) {
    await actOnMachines(trx, machines, now);
    return [];
  }
  const placed = new Map(
    (await writeLive(trx, changed, now)).map(({ run_id, placing_at }) => [run_id, placing_at]),
  );
  await write(
    trx,
    changed.map((call) => ({ ...call, placing_at: placed.get(call.id) ?? null })),
  );
  await actOnMachines(
    trx,
    new Map([...machines].filter(([id]) => known.get(id)?.state !== 'completed')),
    now,
  );
  if (consents.length > 0) await writeConsents(trx, { consents, now });
  const ended = changed.filter(({ state }) => state === 'completed');
  if (ended.length > 0) for (const follow of whenEnded) await follow(trx, ended, now);
  return ended;
}

/**
 * When the calls were marked as being placed whose reports are about one attempt; null: not yet. They are locked, so that no
 * other attempt begins, in the order in which every transaction locks: after their runs.
 */
async function attemptsOf(trx: Transaction<Database>, reports: readonly Report[]) {
  const ids = reports.flatMap(({ run_id, attempt }) => (attempt === undefined ? [] : [run_id]));
  const found = ids.length === 0 ? [] : await live.lock(trx, ids);
  return new Map(found.map(({ run_id, placing_at }) => [run_id, placing_at]));
}

/** Calls that have ended are no longer live. Returns when those that changed were placed. */
async function writeLive(
  trx: Transaction<Database>,
  changed: readonly calls.CallRow[],
  now: Timestamp,
) {
  const { ended = [], going = [] } = Object.groupBy(changed, ({ state }) =>
    state === 'completed' ? 'ended' : 'going',
  );
  const removed =
    ended.length === 0
      ? []
      : await live.remove(
          trx,
          ended.map(({ id }) => id),
        );
  const written =
    going.length === 0
      ? []
      : await live.write(
          trx,
          going.map(({ id, started_at }) => ({
            run_id: id,
            state: started_at === null ? transitions.ring.to : transitions.answer.to,
          })),
          now,
        );
  return [...removed, ...written];
}
