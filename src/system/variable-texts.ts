/** A variable of the environment, or some that are explained together. */
interface Explained {
  readonly names: readonly string[];
  /** What a default that is no literal of its reader is, by name. Absent: the literal. */
  readonly defaults?: Readonly<Record<string, string>>;
  readonly meaning: string;
}

/** The meaning of every variable that the configuration reads, in the order of `scripts/configuration.md`. */
export const explained: readonly Explained[] = [
  { names: ['PORT', 'HOST'], meaning: 'where to listen; port 0 takes a free one' },
  {
    names: ['DATABASE_URL'],
    defaults: { DATABASE_URL: 'none' },
    meaning:
      'a `postgres://` URL (PostgreSQL 15 or later); without it the embedded database in `DATA_DIR`',
  },
  {
    names: ['DATABASE_SESSION_URL'],
    defaults: { DATABASE_SESSION_URL: '`DATABASE_URL`' },
    meaning:
      'an address of the same database for what needs a session of its own, if `DATABASE_URL` leads to a pooler, see [Behind PgBouncer](operating/README.md#behind-pgbouncer)',
  },
  {
    names: ['DATABASE_READ_URL'],
    defaults: { DATABASE_READ_URL: 'none' },
    meaning:
      'a streaming replica for lists, the campaign report and exports, see [A replica for lists](operating/README.md#a-replica-for-lists)',
  },
  {
    names: ['DATABASE_POOL_SIZE', 'DATABASE_TIMEOUT_SECONDS'],
    meaning:
      'connections to PostgreSQL; how long a statement may take. A lock is waited for half as long, a silent server a quarter longer',
  },
  {
    names: ['CELLS'],
    meaning:
      'the cells that this process serves, 0 to 510: numbers and ranges such as `0,3,7-9`, see [Cells](operating/README.md#cells). `{cell}` stands for the number in `DATABASE_URL`, `DATABASE_SESSION_URL`, `DATABASE_READ_URL` and `SUPER_ADMIN_EMAIL`',
  },
  {
    names: ['DIRECTORY_URL'],
    defaults: { DIRECTORY_URL: 'none' },
    meaning:
      'a PostgreSQL that knows which of several cells an email address is of; needed with more than one, see [Cells](operating/README.md#cells)',
  },
  {
    names: ['DATABASE_IDLE_IN_TRANSACTION_SECONDS'],
    meaning:
      'how long a transaction may wait for its process, which may be stopped; then the server ends it and its locks are free',
  },
  {
    names: ['DATA_DIR'],
    meaning: 'the embedded database, its key, the models; one process at a time may use it',
  },
  {
    names: ['DEMO'],
    defaults: { DEMO: '`0`; `1` with `make start` and no `DATABASE_URL`' },
    meaning: 'demo users and data, once',
  },
  { names: ['DEMO_ON_POSTGRES'], meaning: 'allows the demo with a `DATABASE_URL`' },
  {
    names: ['DEMO_ON_NETWORK'],
    meaning:
      'allows the demo where the network reaches the service (`HOST`, `PUBLIC_URL` or `TRUSTED_PROXIES`), with random passwords that are printed once',
  },
  {
    names: ['SECRET_KEYS'],
    defaults: { SECRET_KEYS: 'one in `DATA_DIR`' },
    meaning:
      'keys that encrypt carrier credentials: 32 bytes each in base64, commas between, the newest first; needed with `DATABASE_URL`. Keep an old key in the list: what it encrypted needs it. A start that lacks one logs which columns need it',
  },
  {
    names: ['SIGNUP'],
    defaults: {
      SIGNUP:
        '`open` where the service is local (the embedded database, and the network does not reach it), else `first`',
    },
    meaning:
      'who may sign up: everybody (`open`), nobody (`closed`), one user as long as there is none (`first`)',
  },
  {
    names: ['VERIFY_EMAILS'],
    defaults: {
      VERIFY_EMAILS:
        '`1` with `SIGNUP=open` where the service is not local, except for the demo on this machine; else `0`',
    },
    meaning:
      'whether a user who signs up can only read until the token of an email was confirmed. `0` is for networks where everybody is known',
  },
  {
    names: ['SUPER_ADMIN_EMAIL', 'SUPER_ADMIN_PASSWORD'],
    defaults: { SUPER_ADMIN_EMAIL: 'none', SUPER_ADMIN_PASSWORD: 'none' },
    meaning:
      'the first super admin, made at the start; their organization is an operator, which may migrate the models. A changed `SUPER_ADMIN_PASSWORD` is applied and ends their sessions, a password that they changed themselves is kept; if the address belongs to somebody else, the start changes nothing and logs a warning',
  },
  {
    names: ['STORAGE_URL'],
    defaults: { STORAGE_URL: 'the directory `DATA_DIR/files`' },
    meaning:
      "where samples, avatars and generations are stored: `s3://bucket/prefix?region=eu-central-1`, with `&endpoint=https://...` for a store that is not Amazon's. Processes on several machines need it, or a `DATA_DIR` that they share",
  },
  {
    names: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'],
    defaults: {
      AWS_ACCESS_KEY_ID: "as Amazon's tools find them; `us-east-1`",
      AWS_SECRET_ACCESS_KEY: "as Amazon's tools find them; `us-east-1`",
    },
    meaning: 'the credentials for `STORAGE_URL`, and the region if the URL names none',
  },
  {
    names: ['SMTP_URL'],
    defaults: { SMTP_URL: 'none' },
    meaning:
      'the server that sends email: `smtps://user:password@host:465`, or `smtp://user:password@host:587`, which demands STARTTLS except on this machine and with `?tls=optional`. Without it each email is a file in `DATA_DIR/outbox`, see [Email](operating/README.md#email)',
  },
  {
    names: ['MAIL_FROM'],
    defaults: { MAIL_FROM: '`no-reply@localhost`' },
    meaning: 'the sender of emails, `Name <mail@example.com>`; needed with `SMTP_URL`',
  },
  {
    names: ['APP_URL'],
    defaults: { APP_URL: 'none' },
    meaning:
      'where people open links, such as `https://app.example.com`: `/reset-password#token=...`. Without it an email shows the request to send',
  },
  {
    names: ['SPEECH_URL'],
    defaults: { SPEECH_URL: 'none' },
    meaning:
      'a server with the speech interface of OpenAI (`POST /v1/audio/speech`) that speaks texts; without `/v1/audio/speech`',
  },
  {
    names: ['SPEECH_API_KEY'],
    defaults: { SPEECH_API_KEY: 'none' },
    meaning: 'its key, sent as `Authorization: Bearer`',
  },
  {
    names: ['SPEECH_MODEL', 'SPEECH_VOICE'],
    meaning: 'the model and the voice of requests and profiles that name none',
  },
  {
    names: ['SPEECH_ENGINE'],
    meaning: 'the ID of this engine in requests, profiles and `listVoiceEngines`, such as `kokoro`',
  },
  {
    names: ['ESPEAK_PATH'],
    meaning:
      'the program of the engine `espeak`; looked for once, at the first use. It gets only `PATH` and `ESPEAK_DATA_PATH` of the environment',
  },
  {
    names: ['PATH', 'ESPEAK_DATA_PATH'],
    defaults: { PATH: 'none', ESPEAK_DATA_PATH: 'none' },
    meaning:
      'where espeak-ng is looked for, and where it finds its voices, if not where it was installed to',
  },
  {
    names: ['MODELS_CACHE_DIR'],
    defaults: { MODELS_CACHE_DIR: '`DATA_DIR/models`' },
    meaning: 'the speech models, until a migration moves them',
  },
  {
    names: ['HF_ENDPOINT', 'HF_TOKEN'],
    defaults: { HF_ENDPOINT: '`https://huggingface.co`', HF_TOKEN: 'none' },
    meaning:
      'the hub that models are downloaded from, and a token for models that need one; it is sent to the hub alone',
  },
  {
    names: ['MODEL_MAX_BYTES'],
    defaults: { MODEL_MAX_BYTES: '52428800000' },
    meaning: 'the maximum size of a model that is downloaded, in bytes',
  },
  {
    names: ['MODELS_ROOTS'],
    defaults: { MODELS_ROOTS: 'anywhere where the service is local, else nowhere' },
    meaning: 'directories, commas between, below which models may be migrated to',
  },
  {
    names: ['ROLE'],
    meaning:
      '`api` answers requests, `worker` places calls, runs campaigns and sends webhooks, `all` does both; any number of processes share one PostgreSQL',
  },
  {
    names: ['PUBLIC_URL'],
    defaults: { PUBLIC_URL: 'where it listens' },
    meaning:
      'where carriers reach this service with their callbacks; needed with `ROLE=worker` and for real carriers. On the network only its host and loopback names are answered, any other `Host` is 421 (but `/healthz`, `/readyz` and `/metrics` are always answered); without it every host is',
  },
  {
    names: ['SIMULATION'],
    meaning:
      '`1` lets the clock be set (`/api/v1/simulation/clock`), for tests: schedules and retry delays pass at once. Never where real calls are placed',
  },
  {
    names: ['SIMULATION_ON_NETWORK'],
    meaning: 'allows the simulation where the network reaches the service',
  },
  {
    names: ['WEBHOOK_ALLOW_PRIVATE'],
    defaults: { WEBHOOK_ALLOW_PRIVATE: '`1` where the service is local, else `0`' },
    meaning: 'allows webhooks to `http://` and to private, loopback and link-local addresses',
  },
  {
    names: ['RESTORED'],
    meaning:
      '`1` at the first start on a database that was restored from a backup: places nothing that it holds, see [Backups](operating/README.md#backups). Remove it afterwards',
  },
  {
    names: ['RETENTION_EVENTS_DAYS', 'RETENTION_AUDIT_DAYS', 'RETENTION_RUNS_DAYS'],
    defaults: {
      RETENTION_EVENTS_DAYS: 'none',
      RETENTION_AUDIT_DAYS: 'none',
      RETENTION_RUNS_DAYS: 'none',
    },
    meaning:
      'days after which events, audit events and the content of runs are deleted, see [Retention](operating/README.md#retention); without it never',
  },
  { names: ['LOG_LEVEL'], meaning: 'fatal, error, warn, info, debug, trace or silent' },
  {
    names: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    defaults: { OTEL_EXPORTER_OTLP_ENDPOINT: 'none' },
    meaning:
      'the collector that gets [traces](operating/README.md#traces) over HTTP, such as `http://127.0.0.1:4318`; `/v1/traces` is added. Without it there are none',
  },
  {
    names: ['OTEL_EXPORTER_OTLP_PROTOCOL'],
    defaults: { OTEL_EXPORTER_OTLP_PROTOCOL: '`http/json`' },
    meaning: 'may only be that',
  },
  { names: ['OTEL_SERVICE_NAME'], meaning: 'the name of the service in traces' },
  {
    names: ['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
    defaults: { OTEL_TRACES_SAMPLER: '`parentbased_always_on`', OTEL_TRACES_SAMPLER_ARG: '`1`' },
    meaning:
      'which traces are sent, as OpenTelemetry defines it; the part of them, from 0 to 1, with `traceidratio` and `parentbased_traceidratio`',
  },
  {
    names: ['CORS_ORIGINS'],
    defaults: { CORS_ORIGINS: 'none' },
    meaning:
      'origins that browsers may call from, commas between; `*` for any. Pages of others are refused with 403, those of the service itself are not',
  },
  {
    names: ['TRUSTED_PROXIES'],
    meaning:
      "how many proxies in front may name the client's address; behind one without it all clients share its limits",
  },
  {
    names: ['RATE_LIMIT_PER_CALLER', 'RATE_LIMIT_PER_ADDRESS'],
    meaning: 'requests a minute of one session or key; of one address without credentials',
  },
  { names: ['RATE_LIMIT_PER_CARRIER'], meaning: "carriers' callbacks a minute from one address" },
  {
    names: ['STREAMS_PER_CALLER', 'STREAMS_PER_ORGANIZATION'],
    meaning:
      'event streams that one session or key, and one organization, may have open at once in a process; those that agent runtimes open with the tokens of runs count apart',
  },
  {
    names: ['BODY_BYTES_PER_ORGANIZATION', 'BODY_BYTES'],
    meaning:
      'MiB of bodies that are held at once while they arrive: of one organization (one address without credentials), and in the process. A body counts with what has arrived of it, unpacked, and nobody may have more than is left for the others. The bodies of each operation without credentials have a sixteenth of `BODY_BYTES` to themselves besides, half of it for one address',
  },
  {
    names: ['LOGIN_FAILURES_PER_ACCOUNT', 'LOGIN_FAILURES_PER_ADDRESS'],
    meaning: 'failed log-ins to one account from one address; to all accounts from one address',
  },
  {
    names: ['LOGIN_FAILURES_WINDOW_SECONDS'],
    meaning: 'within this time; a right password forgives those of its account',
  },
  {
    names: ['SIGNUPS_PER_ADDRESS'],
    meaning:
      'sign-ups, and password resets, an hour from one address; addresses with an account that invitations and changes of addresses may find in an hour, from one address and of one organization',
  },
  {
    names: ['HEADERS_TIMEOUT_SECONDS', 'REQUEST_TIMEOUT_SECONDS'],
    meaning: "how long a request's header, and a whole request, may take to arrive",
  },
  {
    names: ['KEEP_ALIVE_TIMEOUT_SECONDS'],
    meaning: 'how long a connection may wait for its next request',
  },
  {
    names: ['STALLED_TIMEOUT_SECONDS'],
    meaning: 'how long an answer may stand still because its client does not read on',
  },
  {
    names: ['SHUTDOWN_DELAY_SECONDS'],
    meaning:
      'how long a stop continues to answer requests while `/readyz` is 503, so that load balancers notice',
  },
  {
    names: ['SHUTDOWN_TIMEOUT_SECONDS'],
    meaning: 'how long a stop takes at most after this delay',
  },
];
