import ipaddr from 'ipaddr.js';

export type Reader = ReturnType<typeof readerOf>;

/** Reads single variables; reports those that are invalid and gives the fallback for them. */
export function readerOf(env: NodeJS.ProcessEnv, faults: string[]) {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  /** An address without a slash at its end. */
  const url = (name: string, fallback: string): string => {
    const raw = (text(name) ?? fallback).replace(/\/+$/, '');
    if (!URL.canParse(raw) || !/^https?:\/\/[^?#]+$/.test(raw))
      faults.push(`${name} must be a URL that begins with http:// or https://, without a query.`);
    return raw;
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const raw = text(name);
    if (raw === undefined) return fallback;
    const value = Number(raw);
    if (/^\d+$/.test(raw) && value >= min && value <= max) return value;
    faults.push(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
    return fallback;
  };
  const days = (name: string): number | undefined =>
    text(name) === undefined ? undefined : integer(name, 1, 1, 36_500);
  const flag = (name: string, fallback: '0' | '1' = '0'): boolean => {
    const raw = text(name) ?? fallback;
    if (raw !== '0' && raw !== '1') faults.push(`${name} must be 0 or 1, not "${raw}".`);
    return raw === '1';
  };
  const oneOf = <T extends string>(name: string, values: readonly T[], fallback: T): T => {
    const raw = text(name) ?? fallback;
    const value = values.find((each) => each === raw);
    if (value === undefined)
      faults.push(`${name} must be one of ${values.join(', ')}, not "${raw}".`);
    return value ?? fallback;
  };
  const list = (name: string): string[] =>
    (text(name)?.split(',') ?? []).map((part) => part.trim());
  return { env, faults, text, url, integer, days, flag, oneOf, list };
}

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

export const superAdminIn = ({ env, text }: Reader) => ({
  email: text('SUPER_ADMIN_EMAIL'),
  password: env['SUPER_ADMIN_PASSWORD'],
});

const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** What is read of OpenTelemetry's variables. */
export interface Tracing {
  /** The collector's OTLP/HTTP URL, to which `/v1/traces` is added. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly sampler: (typeof samplers)[number];
  /** The part of traces that samplers by ratio keep. */
  readonly ratio: number;
}

export function tracingIn({ text, oneOf }: Reader): Tracing | undefined {
  const endpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return undefined;
  oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json'], 'http/json');
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    serviceName: text('OTEL_SERVICE_NAME') ?? 'voice-agent-platform-api',
    sampler: oneOf('OTEL_TRACES_SAMPLER', samplers, samplers[0]),
    ratio: Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1),
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
export function storageIn({ env, text, faults }: Reader, directory: string): StoragePlace {
  const url = text('STORAGE_URL');
  if (url === undefined) return { kind: 'directory', directory };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const { endpoint, ...params } = Object.fromEntries(parsed?.searchParams ?? []);
  const { region, ...unknown } = params;
  const id = text('AWS_ACCESS_KEY_ID');
  const secret = env['AWS_SECRET_ACCESS_KEY'];
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
    region: region ?? text('AWS_REGION') ?? 'us-east-1',
    endpoint,
    credentials: id && secret ? { accessKeyId: id, secretAccessKey: secret } : undefined,
  };
}

/** The program espeak-ng, with an environment of its own: where programs and its voices are. */
export interface Espeak {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

export const espeakIn = ({ env, text }: Reader): Espeak => ({
  path: text('ESPEAK_PATH') ?? 'espeak-ng',
  env: Object.fromEntries(
    ['PATH', 'ESPEAK_DATA_PATH'].flatMap((name) => {
      const value = env[name];
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

export const hubIn = ({ text, url, integer }: Reader): Hub => ({
  url: url('HF_ENDPOINT', 'https://huggingface.co'),
  token: text('HF_TOKEN'),
  maxBytes: integer('MODEL_MAX_BYTES', 50_000 * 1_048_576, 1, Number.MAX_SAFE_INTEGER),
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

export function speechIn({ text, faults }: Reader): SpeechServer | undefined {
  const url = text('SPEECH_URL');
  const engine = text('SPEECH_ENGINE') ?? 'openai';
  if (url === undefined) return undefined;
  if (!/^https?:\/\/[^/?#]+/.test(url))
    faults.push('SPEECH_URL must begin with http:// or https:// and name a host.');
  if (engine === 'espeak')
    faults.push('SPEECH_ENGINE must not be "espeak", which is the program espeak-ng.');
  return {
    url,
    apiKey: text('SPEECH_API_KEY'),
    model: text('SPEECH_MODEL') ?? 'tts-1',
    voice: text('SPEECH_VOICE') ?? 'alloy',
    engine,
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

export function mailIn({ text, url, faults }: Reader): MailSettings {
  const smtpUrl = text('SMTP_URL');
  const from = text('MAIL_FROM');
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
    appUrl: text('APP_URL') === undefined ? undefined : url('APP_URL', ''),
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
