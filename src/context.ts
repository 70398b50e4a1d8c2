import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { components } from '../generated/api.ts';
import type { Cause } from './audit/actions.ts';
import type { RememberedCallers } from './auth/authentication.ts';
import type { LogInLimits } from './auth/log-in-limits.ts';
import type { AnyCaller } from './caller.ts';
import type { ContactReaders } from './campaigns/sources/readers.ts';
import type { Clock } from './time/clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import type { HttpContext } from './http/context.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Jobs } from './jobs/queue.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Timestamp } from './timestamp.ts';
import type { Polls } from './fairness/polls.ts';
import type { Storage } from './storage/storage.ts';
import type { Calls } from './telephony/calls/calls.ts';
import type { SimulatedNetwork } from './telephony/simulation/network.ts';
import type { Audio } from './voice/audio/audio.ts';
import type { Files } from './voice/files/files.ts';
import type { Engine } from './voice/engines/engine.ts';
import type { Generator } from './voice/generations/generator.ts';
import type { GenerationRow } from './voice/generations/queries.ts';
import type { DownloadRow } from './voice/model-downloads/queries.ts';
import type { DownloadRunner } from './voice/model-downloads/runner.ts';
import type { MigrationRow } from './voice/model-migrations/queries.ts';
import type { MigrationRunner } from './voice/model-migrations/runner.ts';
import type { Deliverer } from './webhooks/deliveries/deliverer.ts';

type CallersCause = Cause & { readonly caller: AnyCaller };

/** The call in which somebody opted out. */
interface OptOut {
  readonly run_id: number;
  readonly phone_number: string;
}

/** Objects that event streams follow; all readers of one share its poll. */
interface ProgressPolls {
  readonly campaigns: Polls<components['schemas']['CampaignProgress']>;
  readonly migrations: Polls<MigrationRow>;
  /** Undefined once it is deleted. */
  readonly generations: Polls<GenerationRow | undefined>;
  readonly downloads: Polls<DownloadRow>;
  /** The last position of an organization's events. */
  readonly events: Polls<number>;
}

/**
 * Effects of a change on higher areas, which the changing area does not know. Each runs in the change's transaction.
 */
export interface Effects {
  /** Call it last in a transaction that forbids calls: takes an approval out of force, or requires consents. */
  callsForbidden(trx: Transaction<Database>, organizationId: number): Promise<void>;
  /** After that transaction: resolves when no further call with the approval can begin. */
  approvalEnded(app: App, approval: { id: string; organization_id: number }): Promise<void>;
  /**
   * Before the response to a change that may forbid calls of the organization is sent, also again: resolves when none can begin that was allowed
   * before it.
   */
  waitForPlacements(app: App, organizationId: number): Promise<void>;
  limitsChanged(trx: Transaction<Database>, organizationId: number): Promise<void>;
  /**
   * Call it first in the transaction that stores a result in which somebody wants to be called again; it has no effect
   * for a run that is no call, or whose campaign has ended. Throws if the time is not allowed or the caller may not place
   * the call.
   */
  callBack(
    trx: Transaction<Database>,
    call: {
      readonly caller: AnyCaller;
      readonly organization_id: number;
      readonly run_id: number;
      /** As it was sent. */
      readonly callback_at: string;
      readonly now: Timestamp;
    },
  ): Promise<void>;
  analysisSubmitted(trx: Transaction<Database>, runId: number, now: Timestamp): Promise<void>;
  /** In the transaction that deletes a run that has ended, before: removes what higher areas keep of it. */
  runDeleted(
    trx: Transaction<Database>,
    run: { readonly organization_id: number; readonly run_id: number },
  ): Promise<void>;
  /** Call it last in the transaction that stores a result in which the called person opted out. */
  optedOut(trx: Transaction<Database>, cause: CallersCause, out: OptOut): Promise<void>;
  /** After that transaction: resolves when no further call to the number can begin. */
  calledNoMore(app: App, number: { organization_id: number; phone_number: string }): Promise<void>;
}

/** Objects of an organization by name, and by id if one is given. */
type NamedObjects = (
  trx: Transaction<Database>,
  organizationId: number,
  named: { readonly name: string; readonly id: number | undefined },
) => Promise<number[]>;

/** What areas read of others that they do not know. Each runs in the reading area's transaction. */
export interface Lookups {
  /** The ids of what approval policies can be for, locked against renaming. */
  readonly targets: { readonly workflow: NamedObjects; readonly campaign: NamedObjects };
  /** The ids of unfinished campaigns that call with a telephony configuration. */
  campaignsCallingWith(
    trx: Transaction<Database>,
    organizationId: number,
    configurationId: number,
  ): Promise<number[]>;
  /** Whether the organization has the voice profile; if so, it is not deleted until the transaction ends. */
  hasVoiceProfile(
    trx: Transaction<Database>,
    organizationId: number,
    profileId: string,
  ): Promise<boolean>;
  /** How many workflows with a published version speak with a voice profile, and the ids of some of them. */
  workflowsSpeakingWith(
    trx: Transaction<Database>,
    organizationId: number,
    profileId: string,
  ): Promise<{ readonly workflow_count: number; readonly workflow_ids: readonly number[] }>;
  /** The kinds of objects for whose sake a workflow cannot be deleted; with it locked for that, none is added. */
  usesOfWorkflow(
    trx: Transaction<Database>,
    organizationId: number,
    workflowId: number,
  ): Promise<readonly string[]>;
  /** What is wrong with a URL that is to be called, by the rules for webhook endpoints; undefined if nothing is. */
  addressFault(
    url: string,
    config: Pick<Config, 'webhookAllowPrivate'>,
  ): Promise<string | undefined>;
}

/** A turn as it is posted to an agent runtime. */
interface RuntimePost {
  readonly url: string;
  /** The same each time the turn is sent. */
  readonly id: string;
  readonly body: string;
  readonly secret: {
    readonly organization_id: number;
    readonly secret_encrypted: Buffer;
    readonly previous_secret_encrypted: Buffer | null;
    readonly previous_secret_expires_at: Timestamp | null;
  };
}

/** The agent runtimes that hold text conversations instead of the walker. */
export interface AgentRuntimes {
  /** What is wrong with the URL of a runtime; undefined if nothing is. */
  urlFault(url: string): Promise<string | undefined>;
  newSecret(organizationId: number): { readonly secret: string; readonly secret_encrypted: Buffer };
  /** Never throws for a failure of the runtime: it is part of the result. */
  post(request: RuntimePost): Promise<{
    /** Null without a response. */
    readonly status: number | null;
    readonly answer: string | null;
    /** Why there is no usable response; null if there is one. */
    readonly error: string | null;
  }>;
}

declare module './http/context.ts' {
  interface AppContext extends App {}
}

/** What handlers and jobs work with. */
export interface App extends HttpContext {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly callers: RememberedCallers;
  readonly logInLimits: LogInLimits;
  readonly storage: Storage;
  readonly files: Files;
  readonly modelMigrations: MigrationRunner;
  readonly audio: Audio;
  readonly contactReaders: ContactReaders;
  /** What speaks texts. */
  readonly engines: readonly Engine[];
  readonly generator: Generator;
  readonly modelDownloads: DownloadRunner;
  readonly polls: ProgressPolls;
  readonly jobs: Jobs;
  /** The URL at which carriers reach this service; known once it listens. */
  readonly origin: { url: string };
  readonly calls: Calls;
  readonly effects: Effects;
  readonly lookups: Lookups;
  readonly runtimes: AgentRuntimes;
  readonly network: SimulatedNetwork;
  /** Makes and sends this process's share of the webhook events. */
  readonly deliverer: Deliverer;
  readonly mailer: Mailer;
  readonly clock: Clock;
}
