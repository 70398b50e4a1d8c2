import type { Reader } from './variables.ts';

/** What callers and requests may cost. */
export interface Limits {
  readonly rateLimits: Readonly<Record<'perCaller' | 'perAddress' | 'perCarrier', number>>;
  readonly streams: {
    /** Maximum number of open event streams per session or key, and per organization. */
    readonly perCaller: number;
    readonly perOrganization: number;
    readonly credentialEveryMs: number;
  };
  readonly bodies: {
    /** Maximum bytes of bodies in memory while they arrive: per organization, or address, and in total. */
    readonly perOrganization: number;
    readonly inAll: number;
  };
  readonly logInLimits: {
    /** Failed log-ins per window: to one account from one address, and to any account from one address. */
    readonly failuresPerAccount: number;
    readonly failuresPerAddress: number;
    readonly windowSeconds: number;
    readonly signUpsPerHour: number;
  };
  readonly timeouts: {
    /** Maximum time for the headers, and for the whole request, to arrive. */
    readonly headersMs: number;
    readonly requestMs: number;
    /** How long an idle connection stays open between requests. */
    readonly keepAliveMs: number;
    /** How long a response may stall because its client does not read it. */
    readonly stalledMs: number;
  };
}

const mebibyte = 1_048_576;

export const limitsIn = ({ integer }: Reader): Limits => ({
  rateLimits: {
    perCaller: integer('RATE_LIMIT_PER_CALLER', 6000, 1, 1_000_000_000),
    perAddress: integer('RATE_LIMIT_PER_ADDRESS', 1200, 1, 1_000_000_000),
    perCarrier: integer('RATE_LIMIT_PER_CARRIER', 600_000, 1, 1_000_000_000),
  },
  streams: {
    perCaller: integer('STREAMS_PER_CALLER', 20, 1, 100_000),
    perOrganization: integer('STREAMS_PER_ORGANIZATION', 100, 1, 100_000),
    credentialEveryMs: 1000,
  },
  bodies: {
    perOrganization: integer('BODY_BYTES_PER_ORGANIZATION', 64, 8, 1_000_000) * mebibyte,
    inAll: integer('BODY_BYTES', 256, 8, 1_000_000) * mebibyte,
  },
  logInLimits: {
    failuresPerAccount: integer('LOGIN_FAILURES_PER_ACCOUNT', 10, 1, 1_000_000_000),
    failuresPerAddress: integer('LOGIN_FAILURES_PER_ADDRESS', 100, 1, 1_000_000_000),
    windowSeconds: integer('LOGIN_FAILURES_WINDOW_SECONDS', 900, 1, 86_400),
    signUpsPerHour: integer('SIGNUPS_PER_ADDRESS', 30, 1, 1_000_000_000),
  },
  timeouts: {
    headersMs: integer('HEADERS_TIMEOUT_SECONDS', 15, 1, 3600) * 1000,
    requestMs: integer('REQUEST_TIMEOUT_SECONDS', 120, 1, 86_400) * 1000,
    keepAliveMs: integer('KEEP_ALIVE_TIMEOUT_SECONDS', 65, 1, 3600) * 1000,
    stalledMs: integer('STALLED_TIMEOUT_SECONDS', 120, 30, 3600) * 1000,
  },
});
