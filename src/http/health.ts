import type { Express } from 'express';
import { withTimeout } from '../time/with-timeout.ts';
import { refuseOtherMethods } from './pages.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { cachedLookup } from '../time/cached-lookup.ts';

export interface Health {
  /** Undefined when the server is ready, else the reason why it is not. */
  notReadyBecause(): Promise<string | undefined>;
  /** Why which cells of a ready server are not, by their numbers. */
  cellsNotReady?(): Promise<Readonly<Record<string, string>>>;
  /** The metrics of all cells, where there are several. */
  cellsMetrics?(): Promise<string>;
  /** Whether a stop has begun: the server answers requests, and no more of them should be sent to it. */
  stopping: boolean;
}

interface Condition {
  readonly migrated: boolean;
  /** The sweeps and queues of this process that have not come round for long. */
  readonly stuck: readonly string[];
  /** How far the clock of this process is ahead of the database's. */
  readonly skewMs: number;
  /** The directories whose disks have no room for files, as an operator names them. */
  readonly full: readonly string[];
}

/** A process whose clock differs by more is not ready. */
const maxSkewMs = 2000;

export const isClockWrong = (skewMs: number): boolean => Math.abs(skewMs) > maxSkewMs;

/** Why a server in this condition is not ready, if it is not. */
export function reasonAgainst({ migrated, stuck, skewMs, full }: Condition): string | undefined {
  if (!migrated) return 'Some migrations have not been run.';
  if (isClockWrong(skewMs))
    return `The clock of this process is ${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's; ${maxSkewMs / 1000} s are allowed.`;
  if (full.length > 0)
    return `There is no room for files on the disk of ${full.join(' and ')}; what writes one is refused with storage_full.`;
  return stuck.length > 0 ? `Work of this process is stuck: ${stuck.join(', ')}.` : undefined;
}

/** How long a response of `/readyz` and `/metrics` is cached: at most one lookup happens in this time. */
const keptMs = 1000;
const patienceMs = 5000;

/** Serves health, readiness and metrics to operators. */
export function serveHealth(http: Express, health: Health, metrics: Metrics): void {
  const notReady = cachedLookup(() => health.notReadyBecause(), keptMs);
  const away = cachedLookup(async () => health.cellsNotReady?.(), keptMs);
  const read = cachedLookup(() => metrics.registry.metrics(), keptMs);
  const readAll = health.cellsMetrics && cachedLookup(() => health.cellsMetrics!(), keptMs);
  http.get('/healthz', (_req, res) => void res.json({ status: 'alive' }));
  http.get('/readyz', async (_req, res) => {
    const reason = health.stopping
      ? 'The server is shutting down.'
      : await withTimeout(patienceMs, notReady(), () => 'The database does not respond.');
    if (reason === undefined) {
      const cells = (await away()) ?? {};
      res.json({
        status: 'ready',
        ...(Object.keys(cells).length > 0 && { cells_not_ready: cells }),
      });
    } else res.status(503).set('Retry-After', '5').json({ status: 'not_ready', reason });
  });
  http.get('/metrics', async ({ query }, res) => {
    const text = await (readAll && query['cell'] === undefined ? readAll() : read());
    res.type(metrics.registry.contentType).send(text);
  });
  refuseOtherMethods(http, ['/healthz', '/readyz', '/metrics']);
}
