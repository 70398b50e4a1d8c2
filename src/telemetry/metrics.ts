import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { withTimeout } from '../time/with-timeout.ts';
import { countRequests, type RequestCounts } from './request-metrics.ts';
import { createWorkMetrics, type WorkMetrics } from './work-metrics.ts';
import { cachedLookup } from '../time/cached-lookup.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: RequestCounts;
  readonly work: WorkMetrics;
}

/** Counts and durations of requests, and the process's resource usage. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, requests: countRequests(registry), work: createWorkMetrics(registry) };
}

/** Reports a pool's connection usage at the time the metrics are read. */
export function watchPool(
  metrics: Metrics,
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number },
): void {
  const gauge = new Gauge({
    name: 'database_pool_connections',
    help: 'Database connections, by state; waiting are callers that wait for one.',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      gauge.set({ state: 'idle' }, pool.idleCount);
      gauge.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

/** Reports whether this process hears notifications. */
export function watchListeners(
  metrics: Metrics,
  count: () => { readonly open: number; readonly broken: number },
): void {
  const gauge = new Gauge({
    name: 'database_listeners',
    help: 'Connections that wait for notifications, by state; broken are those being opened again.',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      const { open, broken } = count();
      gauge.set({ state: 'open' }, open);
      gauge.set({ state: 'broken' }, broken);
    },
  });
}

/** Reports how far the clock of this process is ahead of the database's. */
export function watchClock(metrics: Metrics, skewMs: () => number): void {
  const gauge = new Gauge({
    name: 'clock_skew_seconds',
    help: "How far the clock of this process is ahead of the database's; negative if it is behind.",
    registers: [metrics.registry],
    collect() {
      gauge.set(skewMs() / 1000);
    },
  });
}

/** Reports the spans of this process at the time the metrics are read. */
export function watchSpans(
  metrics: Metrics,
  count: () => { readonly ended: number; readonly sent: number },
): void {
  const counter = new Counter({
    name: 'spans_total',
    help: 'Spans of this process: ended, and sent to the collector; the others wait or were lost.',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      const { ended, sent } = count();
      counter.reset();
      counter.inc({ state: 'ended' }, ended);
      counter.inc({ state: 'sent' }, sent);
    },
  });
}

/** Values by what they are of. A value that is not known is left out. */
export type Values = Readonly<Record<string, number>>;

interface Work {
  /** The keys that wait for a place in this process, by queue. */
  waiting(): Readonly<Record<string, readonly string[]>>;
  liveCalls(): Promise<number>;
  /** For how many seconds the oldest due work of each kind waits; 0 if none is due. Each is looked up by itself. */
  readonly oldest: readonly (() => Promise<Values>)[];
  /** The values of `serverMetrics`. */
  server(): Promise<Values>;
}

/** How long the metrics wait for values that need a lookup. */
const patienceMs = 2000;

/** What is shown of the database server, and of work that waits without a time. */
export const serverMetrics = {
  database_snapshot_age_transactions:
    'How many transactions ago the oldest snapshot was taken that somebody still uses; dead rows since then are kept.',
  database_frozen_age_transactions:
    'How many transactions ago the oldest row was frozen; PostgreSQL takes no more changes at two billion.',
  database_replication_lag_seconds:
    'How far the slowest replica is behind; missing without one, or if its role may not be seen.',
  database_deadlocks_total: 'Deadlocks of this database since its statistics began.',
  database_default_partition_rows:
    'Rows whose month has no partition, at most 50,001 of each table.',
  usage_changes_waiting: 'Changes of usage that the counts do not contain yet, at most 100,001.',
  campaigns_held: 'Running campaigns that wait because a claim failed.',
} as const;

/**
 * Reports waiting and running work of the whole service, and the database server, at the time the metrics are read. While
 * the database is unreachable or slow these metrics are missing and all others are reported. At most one lookup of each
 * runs at a time.
 */
export function watchWork({ registry }: Metrics, work: Work): void {
  const registers = [registry];
  const jobs = new Gauge({
    name: 'jobs_waiting',
    help: 'Keys that wait for a place in this process, by queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      jobs.reset();
      for (const [queue, keys] of Object.entries(work.waiting())) jobs.set({ queue }, keys.length);
    },
  });
  const patient = <T>(look: () => Promise<T>) => {
    const recently = cachedLookup(() => look().catch(() => undefined), 0);
    return () => withTimeout(patienceMs, recently(), () => undefined);
  };
  const count = patient(() => work.liveCalls());
  const calls = new Gauge({
    name: 'calls_live',
    help: 'Accepted calls that have not ended, across all processes.',
    registers,
    async collect() {
      calls.remove();
      const live = await count();
      if (live !== undefined) calls.set(live);
    },
  });
  const looks = work.oldest.map(patient);
  const oldest = new Gauge({
    name: 'oldest_due_seconds',
    help: 'For how long the oldest due work of a kind waits, across all processes.',
    labelNames: ['work'],
    registers,
    async collect() {
      oldest.reset();
      for (const values of await Promise.all(looks.map((look) => look())))
        for (const [kind, seconds] of Object.entries(values ?? {}))
          oldest.set({ work: kind }, seconds);
    },
  });
  const server = patient(() => work.server());
  for (const [name, help] of Object.entries(serverMetrics)) {
    const gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        gauge.remove();
        const value = (await server())?.[name];
        if (value !== undefined) gauge.set(value);
      },
    });
  }
}

/** Reports how often transactions of this process were run again. */
export function watchRepeats(metrics: Metrics, repeated: () => number): void {
  const counter = new Counter({
    name: 'database_transactions_repeated_total',
    help: 'Transactions of this process that lost against others and were run again.',
    registers: [metrics.registry],
    collect() {
      counter.reset();
      counter.inc(repeated());
    },
  });
}
