import { resolve } from 'node:path';
import {
  type AgentModel,
  agentModelIn,
  agentUrlOf,
  type Espeak,
  espeakIn,
  type Hub,
  hostOf,
  hubIn,
  isLoopback,
  isPostgresUrl,
  type MailSettings,
  mailIn,
  speechIn,
  type SpeechServer,
  type StoragePlace,
  storageIn,
  superAdminIn,
  type Tracing,
  tracingIn,
} from './system/settings.ts';
import { cellFaults, cellsIn } from './system/cell-variables.ts';
import { type Limits, limitsIn } from './system/limit-variables.ts';
import { type Reader, readerOf } from './system/variables.ts';

export type { Tracing } from './system/settings.ts';
/** The configuration, read from the environment once at startup. */
export interface Config extends Limits {
  readonly host: string;
  readonly port: number;
  /** Whether users of other machines can reach the service: by its address, a proxy or `publicUrl`. */
  readonly onNetwork: boolean;
  /** Whether it serves the person at this machine alone: the database is embedded, and the network does not reach it. */
  readonly isLocal: boolean;
  /** Absent: use the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** An address of the same database for what needs a session of its own, if `databaseUrl` is a pooler's. */
  readonly databaseSessionUrl: string | undefined;
  /** A replica of the database for lists, reports and exports. */
  readonly databaseReadUrl: string | undefined;
  readonly databasePoolSize: number;
  /** The cells that this process serves. */
  readonly cells: readonly number[];
  /** The one that this is the configuration of, see `configOf`. */
  readonly cell: number;
  /** Where the directory of several cells is. */
  readonly directoryUrl: string | undefined;
  readonly databaseTimeoutMs: number;
  /** How long a transaction may wait for this process before the server ends it. */
  readonly databaseIdleMs: number;
  readonly dataDir: string;
  /** Whether the console is served. */
  readonly console: boolean;
  readonly demo: boolean;
  readonly demoOnPostgres: boolean;
  /** Whether the database was restored from a backup, so that it does not know whom it has called since. */
  readonly restored: boolean;
  readonly logLevel: string;
  /** Where spans are sent. Absent: nowhere. */
  readonly tracing: Tracing | undefined;
  /** What this process does: serve requests, work on the queues, or both. */
  readonly role: Role;
  /** The URL at which carriers, and the simulated network, reach this service. Absent: its listening address. */
  readonly publicUrl: string | undefined;
  /** Allows callers to set the clock, for tests and demonstrations. */
  readonly simulation: boolean;
  readonly webhookAllowPrivate: boolean;
  readonly corsOrigins: readonly string[];
  /** Who may sign up: everybody, nobody, or only the first user. */
  readonly signUp: SignUp;
  /** Whether a user who signs up can change nothing until the address is verified. */
  readonly verifiesEmails: boolean;
  readonly superAdmin: { readonly email: string; readonly password: string } | undefined;
  /** Keys for secrets at rest: 32 bytes each in base64, newest first. Empty: use one stored in `dataDir`. */
  readonly secretKeys: readonly string[];
  /** Where samples, avatars and generations are stored. */
  readonly storage: StoragePlace;
  readonly mail: MailSettings;
  /** The server that speaks texts. Absent: there is none. */
  readonly speech: SpeechServer | undefined;
  readonly espeak: Espeak;
  /** The model that the service's own agent speaks with. Absent: it has no agent. */
  readonly agentModel: AgentModel | undefined;
  /** Where carriers reach that agent. */
  readonly agentUrl: string | undefined;
  readonly modelsCacheDir: string;
  /** Directories below which models may be migrated. Absent: anywhere. Always set unless the service is local. */
  readonly modelsRoots: readonly string[] | undefined;
  /** Where models are downloaded from, and how large one may be. */
  readonly hub: Hub;
  /** How long a stop waits before it stops listening, so that load balancers notice. */
  readonly shutdownDelayMs: number;
  /** How long a stop takes at most after this delay. */
  readonly shutdownTimeoutMs: number;
  /** How many proxies in front of the server are trusted to report the client's address. */
  readonly trustedProxies: number;
  /** After how many days data may go. Absent: never. */
  readonly retention: Readonly<Record<'eventsDays' | 'auditDays' | 'runsDays', number | undefined>>;
}

type Role = 'api' | 'worker' | 'agent' | 'all';
export type SignUp = 'open' | 'closed' | 'first';

export class ConfigError extends Error {}

/** Reads the environment. Throws a ConfigError that names every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = [];
  const reader = readerOf(env, faults);
  const config = configIn(reader);
  faults.push(...contradictionsIn(config, reader));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

function configIn(reader: Reader): Config {
  const { read } = reader;
  const dataDir = resolve(read('DATA_DIR'));
  const databaseUrl = read('DATABASE_URL');
  const modelsRoots = read('MODELS_ROOTS').flatMap((root) => (root ? [resolve(root)] : []));
  const host = read('HOST');
  const publicUrl = read('PUBLIC_URL')?.replace(/\/+$/, '');
  const trustedProxies = read('TRUSTED_PROXIES');
  const onNetwork = !isLoopback(host) || trustedProxies > 0 || !isLoopback(hostOf(publicUrl));
  const isLocal = databaseUrl === undefined && !onNetwork;
  const signUp = read('SIGNUP') ?? (isLocal ? 'open' : 'first');
  const demo = read('DEMO');
  const { email, password } = superAdminIn(reader);
  const cells = cellsIn(reader);
  const agentModel = agentModelIn(reader);
  return {
    host,
    port: read('PORT'),
    onNetwork,
    isLocal,
    databaseUrl,
    databaseSessionUrl: read('DATABASE_SESSION_URL'),
    databaseReadUrl: read('DATABASE_READ_URL'),
    databasePoolSize: read('DATABASE_POOL_SIZE'),
    cells,
    cell: cells[0] ?? 0,
    directoryUrl: read('DIRECTORY_URL'),
    databaseTimeoutMs: read('DATABASE_TIMEOUT_SECONDS') * 1000,
    databaseIdleMs: read('DATABASE_IDLE_IN_TRANSACTION_SECONDS') * 1000,
    dataDir,
    console: read('CONSOLE') ?? true,
    demo,
    demoOnPostgres: read('DEMO_ON_POSTGRES'),
    restored: read('RESTORED'),
    logLevel: read('LOG_LEVEL'),
    tracing: tracingIn(reader),
    role: read('ROLE'),
    publicUrl,
    simulation: read('SIMULATION'),
    webhookAllowPrivate: read('WEBHOOK_ALLOW_PRIVATE') ?? isLocal,
    corsOrigins: read('CORS_ORIGINS'),
    signUp,
    verifiesEmails:
      read('VERIFY_EMAILS') ?? (signUp === 'open' && !isLocal && (onNetwork || !demo)),
    superAdmin: email && password ? { email, password } : undefined,
    secretKeys: read('SECRET_KEYS'),
    storage: storageIn(reader, `${dataDir}/files`),
    modelsRoots: modelsRoots.length > 0 || !isLocal ? modelsRoots : undefined,
    mail: mailIn(reader),
    speech: speechIn(reader),
    espeak: espeakIn(reader),
    agentModel,
    agentUrl: agentUrlOf(agentModel, publicUrl),
    modelsCacheDir: resolve(read('MODELS_CACHE_DIR') ?? `${dataDir}/models`),
    hub: hubIn(reader),
    shutdownDelayMs: read('SHUTDOWN_DELAY_SECONDS') * 1000,
    shutdownTimeoutMs: read('SHUTDOWN_TIMEOUT_SECONDS') * 1000,
    trustedProxies,
    retention: {
      eventsDays: read('RETENTION_EVENTS_DAYS'),
      auditDays: read('RETENTION_AUDIT_DAYS'),
      runsDays: read('RETENTION_RUNS_DAYS'),
    },
    ...limitsIn(reader),
  };
}

/** What variables that are valid by themselves may not be together. */
function contradictionsIn(config: Config, reader: Reader): string[] {
  const { email, password } = superAdminIn(reader);
  const allows = {
    demoOnNetwork: reader.read('DEMO_ON_NETWORK'),
    simulationOnNetwork: reader.read('SIMULATION_ON_NETWORK'),
  };
  const rules: readonly (readonly [isBroken: boolean | undefined, fault: string])[] = [
    [
      config.databaseUrl !== undefined && !isPostgresUrl(config.databaseUrl),
      'DATABASE_URL must begin with postgres:// or postgresql://.',
    ],
    ...cellFaults(config),
    ...Object.entries({
      DATABASE_SESSION_URL: config.databaseSessionUrl,
      DATABASE_READ_URL: config.databaseReadUrl,
    }).flatMap(([name, url]): [boolean, string][] => [
      [
        url !== undefined && !isPostgresUrl(url),
        `${name} must begin with postgres:// or postgresql://.`,
      ],
      [
        url !== undefined && config.databaseUrl === undefined,
        `${name} is of no use without DATABASE_URL: it is another address of that database.`,
      ],
    ]),
    [
      (email === undefined) !== (password === undefined || password === ''),
      'SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD must be given together.',
    ],
    [
      config.superAdmin &&
        (config.superAdmin.password.length < 12 || config.superAdmin.password.length > 128),
      'SUPER_ADMIN_PASSWORD must have 12 to 128 characters.',
    ],
    [
      config.secretKeys.some((key) => Buffer.from(key, 'base64').length !== 32),
      'SECRET_KEYS must be 32 bytes each in base64, separated by commas.',
    ],
    [
      config.databaseUrl !== undefined && config.secretKeys.length === 0,
      'SECRET_KEYS is needed with DATABASE_URL: it encrypts carrier credentials. Make one with "openssl rand -base64 32".',
    ],
    [
      config.publicUrl !== undefined && !/^https?:\/\/[^/?#]+/.test(config.publicUrl),
      'PUBLIC_URL must begin with http:// or https:// and name a host.',
    ],
    [
      config.tracing && !/^https?:\/\/[^/?#]+/.test(config.tracing.endpoint),
      'OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https:// and name a host.',
    ],
    [
      config.tracing && !(config.tracing.ratio >= 0 && config.tracing.ratio <= 1),
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
    ],
    [
      config.role === 'worker' && config.publicUrl === undefined,
      'PUBLIC_URL is needed with ROLE=worker: carriers call the processes that answer requests back.',
    ],
    [
      config.role === 'agent' && (config.publicUrl === undefined || !config.agentModel),
      'PUBLIC_URL and LLM_BASE_URL are needed with ROLE=agent: it calls the API, and the model that speaks.',
    ],
    [
      config.databaseUrl === undefined && config.role !== 'all' && config.role !== 'agent',
      'ROLE must be "all" with the embedded database: no other process can open it.',
    ],
    [
      config.demo && config.databaseUrl !== undefined && !config.demoOnPostgres,
      'DEMO=1 writes demo users with known passwords, so it is refused with a DATABASE_URL. Set DEMO_ON_POSTGRES=1 if you mean it.',
    ],
    [
      config.demo && config.onNetwork && !allows.demoOnNetwork,
      'DEMO=1 is refused where the network reaches the service (HOST, PUBLIC_URL or TRUSTED_PROXIES): everyone knows its passwords. Set DEMO_ON_NETWORK=1 to have it with random ones, or DEMO=0.',
    ],
    [
      config.simulation && config.onNetwork && !allows.simulationOnNetwork,
      'SIMULATION=1 is refused where the network reaches the service (HOST, PUBLIC_URL or TRUSTED_PROXIES): any caller may set its clock. Set SIMULATION_ON_NETWORK=1 if you mean it, or SIMULATION=0.',
    ],
    [
      config.timeouts.headersMs > config.timeouts.requestMs,
      'HEADERS_TIMEOUT_SECONDS must not be more than REQUEST_TIMEOUT_SECONDS: the header is a part of the request.',
    ],
  ];
  return rules.flatMap(([isBroken, fault]) => (isBroken ? [fault] : []));
}
