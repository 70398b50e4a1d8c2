import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import type { HttpContext } from './http/context.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Clock } from './db/clock.ts';
import type { Timestamp } from './timestamp.ts';

/** What every area works with. An area that needs more says so in its own `context.ts`; `app.ts` composes all of them. */
export interface App extends HttpContext {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly jobs: Jobs;
  readonly clock: Clock;
  /** A new UUID, of this time if one is given; the demo chooses those that examples show. */
  readonly newId: (at?: Timestamp) => string;
  /** The URL at which carriers reach this service; known once it listens. */
  /** `agentUrl`: the service's own agent, for carriers. */
  readonly origin: { url: string; readonly agentUrl?: string | undefined };
  readonly effects: CommonEffects;
}

interface Changed {
  readonly organization_id: number;
  readonly now: Timestamp;
}

/** Effects of a change on areas that the changing one does not know. Each runs in the change's transaction. */
interface CommonEffects extends Pick<HttpContext['effects'], 'waitForPlacements' | 'callActedOn'> {
  /** Call it last in a transaction that forbids calls: takes an approval out of force, or requires consents. */
  callsForbidden(trx: Transaction<Database>, organizationId: number): Promise<void>;
  limitsChanged(trx: Transaction<Database>, organizationId: number): Promise<void>;
  /** When calls are allowed has changed: campaigns that wait until their hours open look again. */
  hoursChanged(trx: Transaction<Database>, of: Changed): Promise<void>;
}
