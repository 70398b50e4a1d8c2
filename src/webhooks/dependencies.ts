import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { WorkMetrics } from '../telemetry/work-metrics.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Clock } from '../db/clock.ts';
import type { Timestamp } from '../timestamp.ts';

/** What composing and delivering events needs. */
export interface WebhookParts {
  readonly db: Db;
  readonly config: Pick<Config, 'webhookAllowPrivate' | 'shutdownTimeoutMs'>;
  readonly log: Logger;
  readonly metrics: { readonly work: Pick<WorkMetrics, 'posted' | 'setAside'> };
  readonly secrets: Secrets;
  now(): Timestamp;
  /** Receivers compare the time of a signature with clocks of their own, which the simulation does not set. */
  readonly clock: Pick<Clock, 'real'>;
}
