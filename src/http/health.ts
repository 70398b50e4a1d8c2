import type { Express } from 'express';
import { refuseOtherMethods } from './failures.ts';
import type { Metrics } from './metrics.ts';
import { recent, within } from './recent.ts';

export interface Health {
  /** Undefined when requests can be answered, else why they cannot. */
  notReadyBecause(): Promise<string | undefined>;
  draining: boolean;
}

/** How old an answer of `/readyz` and `/metrics` may be: whoever asks, and however often, costs one look-up in this time. */
const keptMs = 1000;
const patienceMs = 5000;

/** Serves what the operators of a server ask it: is it alive, can it answer, what has it done. */
export function serveHealth(http: Express, health: Health, metrics: Metrics): void {
  const notReady = recent(() => health.notReadyBecause(), keptMs);
  const read = recent(() => metrics.registry.metrics(), keptMs);
  http.get('/healthz', (_req, res) => void res.json({ status: 'alive' }));
  http.get('/readyz', async (_req, res) => {
    const reason = health.draining
      ? 'The server is stopping.'
      : await within(patienceMs, notReady(), () => 'The database does not answer.');
    if (reason === undefined) res.json({ status: 'ready' });
    else res.status(503).set('Retry-After', '5').json({ status: 'not_ready', reason });
  });
  http.get('/metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await read());
  });
  refuseOtherMethods(http, ['/healthz', '/readyz', '/metrics']);
}
