import ipaddr from 'ipaddr.js';
import type { Reader, Sampler } from './variables.ts';

/** Whether only this machine can reach the host. No host at all counts as local. */
export function isLoopback(host: string | undefined): boolean {
  if (host === undefined || /^localhost$/i.test(host)) return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** The host of a URL; undefined where the URL cannot be parsed, which is reported separately. */
export const hostOf = (url: string | undefined): string | undefined =>
  url === undefined || !URL.canParse(url) ? undefined : new URL(url).hostname;

export const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

export const superAdminIn = ({ read }: Reader) => ({
  email: read('SUPER_ADMIN_EMAIL'),
  password: read('SUPER_ADMIN_PASSWORD'),
});

/** What is read of OpenTelemetry's variables. */
export interface Tracing {
  /** The collector's OTLP/HTTP URL, to which `/v1/traces` is added. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly sampler: Sampler;
  /** The part of traces that samplers by ratio keep. */
  readonly ratio: number;
}

export function tracingIn({ read }: Reader): Tracing | undefined {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return undefined;
  read('OTEL_EXPORTER_OTLP_PROTOCOL');
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    serviceName: read('OTEL_SERVICE_NAME'),
    sampler: read('OTEL_TRACES_SAMPLER'),
    ratio: Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1),
  };
}

export type StoragePlace = { readonly kind: 'directory'; readonly directory: string } | S3Place;

/** A bucket of an S3-compatible store. */
export interface S3Place {
  readonly kind: 's3';
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  /** Absent: Amazon's. */
  readonly endpoint: string | undefined;
  /** Absent: found as Amazon's tools find them. */
  readonly credentials:
    | { readonly accessKeyId: string; readonly secretAccessKey: string }
    | undefined;
}

/** A directory, or `s3://bucket/prefix?region=...&endpoint=https://...`. */
export function storageIn({ read, faults }: Reader, directory: string): StoragePlace {
  const url = read('STORAGE_URL');
  if (url === undefined) return { kind: 'directory', directory };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const { endpoint, ...params } = Object.fromEntries(parsed?.searchParams ?? []);
  const { region, ...unknown } = params;
  const id = read('AWS_ACCESS_KEY_ID');
  const secret = read('AWS_SECRET_ACCESS_KEY');
  const isValid =
    parsed?.protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(parsed.hostname) &&
    Object.keys(unknown).length === 0 &&
    (endpoint === undefined || /^https?:\/\/[^/?#]+/.test(endpoint));
  if (!isValid)
    faults.push(
      "STORAGE_URL must be s3://bucket/prefix, with ?region= and, of a store that is not Amazon's, &endpoint=https://...",
    );
  if ((id === undefined) !== (secret === undefined || secret === ''))
    faults.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be given together.');
  return {
    kind: 's3',
    bucket: parsed?.hostname ?? '',
    prefix: parsed?.pathname.replaceAll(/^\/+|\/+$/g, '') ?? '',
    region: region ?? read('AWS_REGION'),
    endpoint,
    credentials: id && secret ? { accessKeyId: id, secretAccessKey: secret } : undefined,
  };
}

/** The program espeak-ng, with an environment of its own: where programs and its voices are. */
export interface Espeak {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

export const espeakIn = ({ read }: Reader): Espeak => ({
  path: read('ESPEAK_PATH'),
  env: Object.fromEntries(
    (['PATH', 'ESPEAK_DATA_PATH'] as const).flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ),
});

/** Where models are downloaded from, and how large one may be. */
export interface Hub {
  readonly url: string;
  readonly token: string | undefined;
  readonly maxBytes: number;
}

export const hubIn = ({ read }: Reader): Hub => ({
  url: read('HF_ENDPOINT'),
  token: read('HF_TOKEN'),
  maxBytes: read('MODEL_MAX_BYTES'),
});

/** A server with the speech interface of OpenAI. */
export interface SpeechServer {
  /** Without `/v1/audio/speech`. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** The voice of profiles that have none of this engine. */
  readonly voice: string;
  /** The ID of the engine in requests and profiles. */
  readonly engine: string;
}

export function speechIn({ read, faults }: Reader): SpeechServer | undefined {
  const url = read('SPEECH_URL');
  const engine = read('SPEECH_ENGINE');
  if (url === undefined) return undefined;
  if (!/^https?:\/\/[^/?#]+/.test(url))
    faults.push('SPEECH_URL must begin with http:// or https:// and name a host.');
  if (engine === 'espeak')
    faults.push('SPEECH_ENGINE must not be "espeak", which is the program espeak-ng.');
  return {
    url,
    apiKey: read('SPEECH_API_KEY'),
    model: read('SPEECH_MODEL'),
    voice: read('SPEECH_VOICE'),
    engine,
  };
}

/** A server of chat completions that streams and calls functions, and what the agent that speaks with it may cost. */
export interface AgentModel {
  /** Without `/chat/completions`. */
  readonly url: string;
  readonly name: string;
  /** A secret. */
  readonly apiKey: string | undefined;
  /** How long the first part of an answer may take, and each further one. */
  readonly patienceMs: number;
  readonly maxConversations: number;
}

/** Where carriers open the sockets of the service's own agent, after its address. */
export const agentPath = '/agent/relay';

/** The address of that for carriers; undefined where there is no agent, or carriers cannot reach it. */
export const agentUrlOf = (
  model: AgentModel | undefined,
  publicUrl: string | undefined,
): string | undefined => model && publicUrl && `${publicUrl.replace(/^http/, 'ws')}${agentPath}`;

export function agentModelIn({ read }: Reader): AgentModel | undefined {
  const url = read('LLM_BASE_URL');
  if (url === undefined) return undefined;
  return {
    url,
    name: read('LLM_MODEL'),
    apiKey: read('LLM_API_KEY'),
    patienceMs: read('LLM_TIMEOUT_SECONDS') * 1000,
    maxConversations: read('AGENT_CONVERSATIONS'),
  };
}

/** An email server, and how the connection to it is protected: TLS from its start, later, or if the server offers it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'optional';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

export interface MailSettings {
  /** Absent: emails are written to files. */
  readonly smtp: SmtpServer | undefined;
  /** An address, or `Name <address>`. */
  readonly from: string;
  /** Where people open links, without a slash at the end. Absent: emails show the requests to send. */
  readonly appUrl: string | undefined;
}

export function mailIn({ read, faults }: Reader): MailSettings {
  const smtpUrl = read('SMTP_URL');
  const from = read('MAIL_FROM');
  if (smtpUrl !== undefined && from === undefined)
    faults.push('MAIL_FROM is needed with SMTP_URL: mail servers refuse emails without a sender.');
  if (
    from !== undefined &&
    !/^(?:[^<>@,;"\r\n]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(from)
  )
    faults.push(
      'MAIL_FROM must be an email address, or a name and an address: Name <mail@example.com>.',
    );
  return {
    smtp: smtpUrl === undefined ? undefined : smtpIn(smtpUrl, faults),
    from: from ?? 'no-reply@localhost',
    appUrl: read('APP_URL'),
  };
}

/** `smtps://user:password@host:465` or `smtp://host:587`, which demands STARTTLS except with `?tls=optional`. */
function smtpIn(raw: string, faults: string[]): SmtpServer | undefined {
  const parsed = URL.canParse(raw) ? new URL(raw) : undefined;
  const { tls, ...unknown } = Object.fromEntries(parsed?.searchParams ?? []);
  const isValid =
    parsed !== undefined &&
    ['smtp:', 'smtps:'].includes(parsed.protocol) &&
    parsed.hostname !== '' &&
    /^\/?$/.test(parsed.pathname) &&
    parsed.hash === '' &&
    (tls === undefined || (tls === 'optional' && parsed.protocol === 'smtp:')) &&
    Object.keys(unknown).length === 0 &&
    (parsed.username === '') === (parsed.password === '');
  if (!isValid) {
    // The value is not repeated: it has a password.
    faults.push(
      'SMTP_URL must be smtps://user:password@host:465 or smtp://user:password@host:587; ?tls=optional allows smtp:// without TLS.',
    );
    return undefined;
  }
  const secure = parsed.protocol === 'smtps:';
  const mayBePlain = tls === 'optional' || isLoopback(parsed.hostname);
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(parsed.port) || (secure ? 465 : 587),
    security: secure ? 'tls' : mayBePlain ? 'optional' : 'starttls',
    auth:
      parsed.username === ''
        ? undefined
        : { user: decoded(parsed.username), pass: decoded(parsed.password) },
  };
}

/** The text as it is if it is not encoded correctly: it has a lone percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
