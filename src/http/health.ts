import type { Express } from 'express';
import { refuseOtherMethods } from './failures.ts';
import type { Metrics } from './metrics.ts';

export interface Health {
  /** Undefined when requests can be answered, else why they cannot. */
  notReadyBecause(): Promise<string | undefined>;
  draining: boolean;
}

/** Serves what the operators of a server ask it: is it alive, can it answer, what has it done. */
export function serveHealth(http: Express, health: Health, metrics: Metrics): void {
  http.get('/healthz', (_req, res) => void res.json({ status: 'alive' }));
  http.get('/readyz', async (_req, res) => {
    const reason = await health.notReadyBecause();
    if (reason === undefined) res.json({ status: 'ready' });
    else res.status(503).set('Retry-After', '5').json({ status: 'not_ready', reason });
  });
  http.get('/metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  refuseOtherMethods(http, ['/healthz', '/readyz', '/metrics']);
}
