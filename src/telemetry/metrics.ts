import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { withTimeout } from '../time/with-timeout.ts';
import { countRequests, type RequestCounts } from '../http/request-log.ts';
import { createWorkMetrics, type WorkMetrics } from './work-metrics.ts';
import { recent } from '../http/recent.ts';

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

interface Work {
  /** The keys that wait for a place in this process, by queue. */
  waiting(): Readonly<Record<string, readonly string[]>>;
  liveCalls(): Promise<number>;
  /** For how many seconds the oldest due delivery of a webhook waits; 0 if none is due. */
  oldestDelivery(): Promise<number>;
  /** For how many seconds the oldest due retry of a contact waits; 0 if none is due. */
  oldestContact(): Promise<number>;
}

/** How long the metrics wait for values that need a lookup. */
const patienceMs = 2000;

/**
 * Reports waiting and running work of the whole service at the time the metrics are read. While the database is
 * unreachable or slow these metrics are missing and all others are reported. At most one lookup of each runs at a time.
 */
export function watchWork({ registry }: Metrics, work: Work): void {
  const jobs = new Gauge({
    name: 'jobs_waiting',
    help: 'Keys that wait for a place in this process, by queue.',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      jobs.reset();
      for (const [queue, keys] of Object.entries(work.waiting())) jobs.set({ queue }, keys.length);
    },
  });
  const watch = (name: string, help: string, look: () => Promise<number>): void => {
    const recently = recent(() => look().catch(() => undefined), 0);
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        gauge.remove();
        const value = await withTimeout(patienceMs, recently(), () => undefined);
        if (value !== undefined) gauge.set(value);
      },
    });
  };
  watch(
    'webhook_oldest_due_seconds',
    'For how long the oldest due delivery of a webhook waits, across all processes.',
    () => work.oldestDelivery(),
  );
  watch('calls_live', 'Accepted calls that have not ended, across all processes.', () =>
    work.liveCalls(),
  );
  watch(
    'campaign_oldest_due_seconds',
    'For how long the oldest due retry of a contact of a running campaign waits, across all processes.',
    () => work.oldestContact(),
  );
}
