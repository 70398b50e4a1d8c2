import { agentVariables } from './agent-variables.ts';
import {
  choice,
  days,
  flag,
  integer,
  type Kind,
  list,
  oneOf,
  optional,
  optionalFlag,
  optionalUrl,
  text,
  url,
  verbatim,
} from './variable-kinds.ts';

const samplers = [
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
  ...(['always_on', 'always_off', 'traceidratio'] as const),
];
export type Sampler = (typeof samplers)[number];

const mebibyte = 1_048_576;

/** Variables that are explained together. */
const row = <T extends object>(variables: T, meaning: string) => ({ variables, meaning });

/** Every variable that the configuration reads, in the order of `scripts/configuration.md`. */
export const explained = [
  row(
    { PORT: integer(3000, 0, 65_535), HOST: text('127.0.0.1') },
    'where to listen; port 0 takes a free one',
  ),
  row(
    { DATABASE_URL: optional() },
    'a `postgres://` URL (PostgreSQL 15 or later); without it the embedded database in `DATA_DIR`',
  ),
  row(
    { DATABASE_SESSION_URL: optional('`DATABASE_URL`') },
    'an address of the same database for what needs a session of its own, if `DATABASE_URL` leads to a pooler, see [Behind PgBouncer](operating/README.md#behind-pgbouncer)',
  ),
  row(
    { DATABASE_READ_URL: optional() },
    'a streaming replica for lists, the campaign report and exports, see [A replica for lists](operating/README.md#a-replica-for-lists)',
  ),
  row(
    { DATABASE_POOL_SIZE: integer(10, 1, 1000), DATABASE_TIMEOUT_SECONDS: integer(60, 1, 86_400) },
    'connections to PostgreSQL; how long a statement may take. A lock is waited for half as long, a silent server a quarter longer',
  ),
  row(
    { CELLS: text('0') },
    'the cells that this process serves, 0 to 510: numbers and ranges such as `0,3,7-9`, see [Cells](operating/README.md#cells). `{cell}` stands for the number in `DATABASE_URL`, `DATABASE_SESSION_URL`, `DATABASE_READ_URL` and `SUPER_ADMIN_EMAIL`',
  ),
  row(
    { DIRECTORY_URL: optional() },
    'a PostgreSQL that knows which of several cells an email address is of; needed with more than one, see [Cells](operating/README.md#cells)',
  ),
  row(
    { DATABASE_IDLE_IN_TRANSACTION_SECONDS: integer(5, 1, 86_400) },
    'how long a transaction may wait for its process, which may be stopped; then the server ends it and its locks are free',
  ),
  row(
    { DATA_DIR: text('.data') },
    'the embedded database, its key, the models; one process at a time may use it',
  ),
  row(
    { DEMO: flag('`0`; `1` with `make start` and no `DATABASE_URL`') },
    'demo users and data, once',
  ),
  row({ CONSOLE: optionalFlag('`1`') }, 'whether the console is served, at `/console`'),
  row({ DEMO_ON_POSTGRES: flag() }, 'allows the demo with a `DATABASE_URL`'),
  row(
    { DEMO_ON_NETWORK: flag() },
    'allows the demo where the network reaches the service (`HOST`, `PUBLIC_URL` or `TRUSTED_PROXIES`), with random passwords that are printed once',
  ),
  row(
    { SECRET_KEYS: list('one in `DATA_DIR`') },
    'keys that encrypt carrier credentials: 32 bytes each in base64, commas between, the newest first; needed with `DATABASE_URL`. Keep an old key in the list: what it encrypted needs it. A start that lacks one logs which columns need it',
  ),
  row(
    {
      SIGNUP: choice(
        ['open', 'closed', 'first'],
        '`open` where the service is local (the embedded database, and the network does not reach it), else `first`',
      ),
    },
    'who may sign up: everybody (`open`), nobody (`closed`), one user as long as there is none (`first`)',
  ),
  row(
    {
      VERIFY_EMAILS: optionalFlag(
        '`1` with `SIGNUP=open` where the service is not local, except for the demo on this machine; else `0`',
      ),
    },
    'whether a user who signs up can only read until the token of an email was confirmed. `0` is for networks where everybody is known',
  ),
  row(
    { SUPER_ADMIN_EMAIL: optional(), SUPER_ADMIN_PASSWORD: verbatim() },
    'the first super admin, made at the start; their organization is an operator, which may migrate the models. A changed `SUPER_ADMIN_PASSWORD` is applied and ends their sessions, a password that they changed themselves is kept; if the address belongs to somebody else, the start changes nothing and logs a warning',
  ),
  row(
    { STORAGE_URL: optional('the directory `DATA_DIR/files`') },
    "where samples, avatars and generations are stored: `s3://bucket/prefix?region=eu-central-1`, with `&endpoint=https://...` for a store that is not Amazon's. Processes on several machines need it, or a `DATA_DIR` that they share",
  ),
  row(
    {
      AWS_ACCESS_KEY_ID: optional("as Amazon's tools find them; `us-east-1`"),
      AWS_SECRET_ACCESS_KEY: verbatim("as Amazon's tools find them; `us-east-1`"),
      AWS_REGION: text('us-east-1'),
    },
    'the credentials for `STORAGE_URL`, and the region if the URL names none',
  ),
  row(
    { SMTP_URL: optional() },
    'the server that sends email: `smtps://user:password@host:465`, or `smtp://user:password@host:587`, which demands STARTTLS except on this machine and with `?tls=optional`. Without it each email is a file in `DATA_DIR/outbox`, see [Email](operating/README.md#email)',
  ),
  row(
    { MAIL_FROM: optional('`no-reply@localhost`') },
    'the sender of emails, `Name <mail@example.com>`; needed with `SMTP_URL`',
  ),
  row(
    { APP_URL: optionalUrl() },
    'where people open links, such as `https://app.example.com`: `/reset-password#token=...`. Without it an email shows the request to send',
  ),
  row(
    { SPEECH_URL: optional() },
    'a server with the speech interface of OpenAI (`POST /v1/audio/speech`) that speaks texts; without `/v1/audio/speech`',
  ),
  row({ SPEECH_API_KEY: optional() }, 'its key, sent as `Authorization: Bearer`'),
  row(
    { SPEECH_MODEL: text('tts-1'), SPEECH_VOICE: text('alloy') },
    'the model and the voice of requests and profiles that name none',
  ),
  row(
    { SPEECH_ENGINE: text('openai') },
    'the ID of this engine in requests, profiles and `listVoiceEngines`, such as `kokoro`',
  ),
  ...agentVariables,
  row(
    { ESPEAK_PATH: text('espeak-ng') },
    'the program of the engine `espeak`; looked for once, at the first use. It gets only `PATH` and `ESPEAK_DATA_PATH` of the environment',
  ),
  row(
    { PATH: verbatim(), ESPEAK_DATA_PATH: verbatim() },
    'where espeak-ng is looked for, and where it finds its voices, if not where it was installed to',
  ),
  row(
    { MODELS_CACHE_DIR: optional('`DATA_DIR/models`') },
    'the speech models, until a migration moves them',
  ),
  row(
    { HF_ENDPOINT: url('https://huggingface.co'), HF_TOKEN: optional() },
    'the hub that models are downloaded from, and a token for models that need one; it is sent to the hub alone',
  ),
  row(
    { MODEL_MAX_BYTES: integer(50_000 * mebibyte, 1, Number.MAX_SAFE_INTEGER) },
    'the maximum size of a model that is downloaded, in bytes',
  ),
  row(
    { MODELS_ROOTS: list('anywhere where the service is local, else nowhere') },
    'directories, commas between, below which models may be migrated to',
  ),
  row(
    { ROLE: oneOf(['api', 'worker', 'agent', 'all'], 'all') },
    '`api` answers requests, `worker` places calls, runs campaigns and sends webhooks, `agent` holds conversations, `all` does all three; any number of processes share one PostgreSQL, which `agent` does not use',
  ),
  row(
    { PUBLIC_URL: optional('where it listens') },
    'where carriers reach this service with their callbacks; needed with `ROLE=worker` and for real carriers. On the network only its host and loopback names are answered, any other `Host` is 421 (but `/healthz`, `/readyz` and `/metrics` are always answered); without it every host is',
  ),
  row(
    { SIMULATION: flag() },
    '`1` lets the clock be set (`/api/v1/simulation/clock`), for tests: schedules and retry delays pass at once. Never where real calls are placed',
  ),
  row(
    { SIMULATION_ON_NETWORK: flag() },
    'allows the simulation where the network reaches the service',
  ),
  row(
    { WEBHOOK_ALLOW_PRIVATE: optionalFlag('`1` where the service is local, else `0`') },
    'allows webhooks to `http://` and to private, loopback and link-local addresses',
  ),
  row(
    { RESTORED: flag() },
    '`1` at the first start on a database that was restored from a backup: places nothing that it holds, see [Backups](operating/README.md#backups). Remove it afterwards',
  ),
  row(
    { RETENTION_EVENTS_DAYS: days, RETENTION_AUDIT_DAYS: days, RETENTION_RUNS_DAYS: days },
    'days after which events, audit events and the content of runs are deleted, see [Retention](operating/README.md#retention); without it never',
  ),
  row(
    { LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info') },
    'fatal, error, warn, info, debug, trace or silent',
  ),
  row(
    { OTEL_EXPORTER_OTLP_ENDPOINT: optional() },
    'the collector that gets [traces](operating/README.md#traces) over HTTP, such as `http://127.0.0.1:4318`; `/v1/traces` is added. Without it there are none',
  ),
  row({ OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/json'], 'http/json') }, 'may only be that'),
  row({ OTEL_SERVICE_NAME: text('voice-agent-platform-api') }, 'the name of the service in traces'),
  row(
    {
      OTEL_TRACES_SAMPLER: oneOf(samplers, 'parentbased_always_on'),
      OTEL_TRACES_SAMPLER_ARG: text('1'),
    },
    'which traces are sent, as OpenTelemetry defines it; the part of them, from 0 to 1, with `traceidratio` and `parentbased_traceidratio`',
  ),
  row(
    { CORS_ORIGINS: list() },
    'origins that browsers may call from, commas between; `*` for any. Pages of others are refused with 403, those of the service itself are not',
  ),
  row(
    { TRUSTED_PROXIES: integer(0, 0, 10) },
    "how many proxies in front may name the client's address; behind one without it all clients share its limits",
  ),
  row(
    {
      RATE_LIMIT_PER_CALLER: integer(6000, 1, 1_000_000_000),
      RATE_LIMIT_PER_ADDRESS: integer(1200, 1, 1_000_000_000),
    },
    'requests a minute of one session or key; of one address without credentials',
  ),
  row(
    { RATE_LIMIT_PER_CARRIER: integer(600_000, 1, 1_000_000_000) },
    "carriers' callbacks a minute from one address",
  ),
  row(
    {
      STREAMS_PER_CALLER: integer(20, 1, 100_000),
      STREAMS_PER_ORGANIZATION: integer(100, 1, 100_000),
    },
    'event streams that one session or key, and one organization, may have open at once in a process; those that agent runtimes open with the tokens of runs count apart',
  ),
  row(
    {
      BODY_BYTES_PER_ORGANIZATION: integer(64, 8, 1_000_000),
      BODY_BYTES: integer(256, 8, 1_000_000),
    },
    'MiB of bodies that are held at once while they arrive: of one organization (one address without credentials), and in the process. A body counts with what has arrived of it, unpacked, and nobody may have more than is left for the others. The bodies of each operation without credentials have a sixteenth of `BODY_BYTES` to themselves besides, half of it for one address',
  ),
  row(
    {
      LOGIN_FAILURES_PER_ACCOUNT: integer(10, 1, 1_000_000_000),
      LOGIN_FAILURES_PER_ADDRESS: integer(100, 1, 1_000_000_000),
    },
    'failed log-ins to one account from one address; to all accounts from one address',
  ),
  row(
    { LOGIN_FAILURES_WINDOW_SECONDS: integer(900, 1, 86_400) },
    'within this time; a right password forgives those of its account',
  ),
  row(
    { SIGNUPS_PER_ADDRESS: integer(30, 1, 1_000_000_000) },
    'sign-ups, and password resets, an hour from one address; addresses with an account that invitations and changes of addresses may find in an hour, from one address and of one organization',
  ),
  row(
    {
      HEADERS_TIMEOUT_SECONDS: integer(15, 1, 3600),
      REQUEST_TIMEOUT_SECONDS: integer(120, 1, 86_400),
    },
    "how long a request's header, and a whole request, may take to arrive",
  ),
  row(
    { KEEP_ALIVE_TIMEOUT_SECONDS: integer(65, 1, 3600) },
    'how long a connection may wait for its next request',
  ),
  row(
    { STALLED_TIMEOUT_SECONDS: integer(120, 30, 3600) },
    'how long an answer may stand still because its client does not read on',
  ),
  row(
    { SHUTDOWN_DELAY_SECONDS: integer(0, 0, 3600), SHUTDOWN_TIMEOUT_SECONDS: integer(10, 0, 3600) },
    'how long a stop continues to answer requests while `/readyz` is 503, so that load balancers notice; how long it takes at most after this delay',
  ),
];

type Intersection<T> = (T extends unknown ? (each: T) => void : never) extends (
  all: infer A,
) => void
  ? A
  : never;
type Variables = Intersection<(typeof explained)[number]['variables']>;
type Value<K> = K extends Kind<infer T> ? T : never;

/** Reads variables; collects what is wrong with them, and gives the default for those. */
export interface Reader {
  readonly faults: string[];
  readonly read: <Name extends keyof Variables>(name: Name) => Value<Variables[Name]>;
}

export function readerOf(env: NodeJS.ProcessEnv, faults: string[]): Reader {
  const kinds = Object.assign({}, ...explained.map(({ variables }) => variables)) as Variables;
  const read = <Name extends keyof Variables>(name: Name): Value<Variables[Name]> => {
    const kind = kinds[name] as Kind<Value<Variables[Name]>>;
    return kind.read(env[name], (sentence) => faults.push(`${name} ${sentence}`));
  };
  return { faults, read };
}
