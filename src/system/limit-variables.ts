import type { Reader } from './variables.ts';

/** The limits of callers and requests. */
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

export const limitsIn = ({ read }: Reader): Limits => ({
  rateLimits: {
    perCaller: read('RATE_LIMIT_PER_CALLER'),
    perAddress: read('RATE_LIMIT_PER_ADDRESS'),
    perCarrier: read('RATE_LIMIT_PER_CARRIER'),
  },
  streams: {
    perCaller: read('STREAMS_PER_CALLER'),
    perOrganization: read('STREAMS_PER_ORGANIZATION'),
    credentialEveryMs: 1000,
  },
  bodies: {
    perOrganization: read('BODY_BYTES_PER_ORGANIZATION') * mebibyte,
    inAll: read('BODY_BYTES') * mebibyte,
  },
  logInLimits: {
    failuresPerAccount: read('LOGIN_FAILURES_PER_ACCOUNT'),
    failuresPerAddress: read('LOGIN_FAILURES_PER_ADDRESS'),
    windowSeconds: read('LOGIN_FAILURES_WINDOW_SECONDS'),
    signUpsPerHour: read('SIGNUPS_PER_ADDRESS'),
  },
  timeouts: {
    headersMs: read('HEADERS_TIMEOUT_SECONDS') * 1000,
    requestMs: read('REQUEST_TIMEOUT_SECONDS') * 1000,
    keepAliveMs: read('KEEP_ALIVE_TIMEOUT_SECONDS') * 1000,
    stalledMs: read('STALLED_TIMEOUT_SECONDS') * 1000,
  },
});
