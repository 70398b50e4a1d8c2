import type { components } from '../generated/api.ts';

export type ProblemCode = components['schemas']['ProblemCode'];

/** One fault of a request, as the contract's ValidationFault shows it. */
export interface Fault {
  loc: string[];
  msg: string;
  type: string;
  input: unknown;
  ctx: Record<string, unknown>;
}

type Problem = {
  readonly status: 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 503;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly members?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
};

/** A failure that the caller can act on; everything else that is thrown is a 500. */
export class Failure extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}

/** A request that does not fit the contract. */
export class InvalidRequest extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(
      faults
        .slice(0, 10)
        .map((fault) => `${fault.loc.join('.')}: ${fault.msg}`)
        .join('; '),
    );
    this.faults = faults;
  }
}

const bearer = { 'WWW-Authenticate': 'Bearer' };

export const unauthorized = (): Failure =>
  new Failure({
    status: 401,
    code: 'unauthorized',
    detail:
      'Send a session token as "Authorization: Bearer <token>", or an API key as "X-API-Key". Unknown, expired and archived ones are refused.',
    headers: bearer,
  });

export const wrongCredentials = (): Failure =>
  new Failure({
    status: 401,
    code: 'wrong_credentials',
    detail: 'There is no user with this e-mail address and password.',
    headers: bearer,
  });

export const forbidden = (
  code: ProblemCode,
  detail: string,
  members: Record<string, unknown> = {},
): Failure => new Failure({ status: 403, code, detail, members });

/** Nothing there, or another organization's: the caller is not told which. */
export const notFound = (noun: string): Failure =>
  new Failure({ status: 404, code: 'not_found', detail: `${noun} not found.` });

export const noCacheDirectory = (detail: string): Failure =>
  new Failure({ status: 404, code: 'no_cache_directory', detail });

export const conflict = (
  code: ProblemCode,
  detail: string,
  members: Record<string, unknown> = {},
): Failure => new Failure({ status: 409, code, detail, members });

export const methodNotAllowed = (method: string, allowed: readonly string[]): Failure =>
  new Failure({
    status: 405,
    code: 'method_not_allowed',
    detail: `${method} is not possible here, only ${allowed.join(', ')}.`,
    members: { allowed },
  });

export const preconditionFailed = (): Failure =>
  new Failure({
    status: 412,
    code: 'precondition_failed',
    detail: 'Somebody has changed this since you read it. Read it again and repeat your change.',
  });

/** So many `things` in so many seconds are allowed; the name is the policy's in the RateLimit headers. */
export interface Quota {
  readonly name: string;
  readonly limit: number;
  readonly things: string;
  readonly windowSeconds: number;
}

/** The headers that tell a client where it stands; `seconds` until the quota is full again. */
export const rateLimitHeaders = (quota: Quota, left: number, seconds: number) => ({
  'RateLimit-Policy': `"${quota.name}";q=${quota.limit};w=${quota.windowSeconds}`,
  RateLimit: `"${quota.name}";r=${left};t=${seconds}`,
});

export const tooMany = (quota: Quota, seconds: number): Failure =>
  new Failure({
    status: 429,
    code: 'too_many_requests',
    detail: `The limit of ${quota.limit} ${quota.things} in ${quota.windowSeconds} seconds is used up. Try again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds), ...rateLimitHeaders(quota, 0, seconds) },
  });

/** Too much of the same is in progress; there is room again when some of it ends. */
export const tooManyAtOnce = (detail: string, seconds = 1): Failure =>
  new Failure({
    status: 429,
    code: 'too_many_requests',
    detail,
    headers: { 'Retry-After': String(seconds) },
  });

/** The line for a log-in or sign-up is full; it moves within a second. */
export const busy = (): Failure =>
  tooManyAtOnce('Too many log-ins and sign-ups wait for their turn. Try again in a second.');

/** The organization has its share of the database's connections, and many of its requests wait or this one has for long. */
export const crowded = (): Failure =>
  tooManyAtOnce(
    'Too many requests of your organization wait for the database. Nothing was done; try again in a second, with fewer at once.',
  );

/** So many event streams may be open at once; one is free again when another ends. */
export const tooManyStreams = (limit: number, whose: 'caller' | 'organization'): Failure =>
  new Failure({
    status: 429,
    code: 'too_many_streams',
    detail: `The ${whose}'s limit of ${limit} open event streams is reached. Close one, then try again.`,
    members: { limit },
    headers: { 'Retry-After': '5' },
  });

/** All slots of an organization are taken; one is free again when a call ends. */
export const tooManyCalls = (limit: number): Failure =>
  new Failure({
    status: 429,
    code: 'concurrent_call_limit_reached',
    detail: `The organization's limit of ${limit} calls at once is reached. Try again when a call has ended.`,
    members: { limit },
    headers: { 'Retry-After': '5' },
  });

export const unavailable = (detail: string, cause?: unknown): Failure =>
  new Failure(
    { status: 503, code: 'unavailable', detail, headers: { 'Retry-After': '5' } },
    { cause },
  );

/** All callers together ask for more than this process takes at once; that passes soon. */
export const overloaded = (detail: string): Failure =>
  new Failure({ status: 503, code: 'unavailable', detail, headers: { 'Retry-After': '1' } });

/** A fault against a rule over several fields, or one that a schema cannot say. */
export const valueError = ({ loc, msg, input }: Pick<Fault, 'loc' | 'msg' | 'input'>): Fault => ({
  loc,
  msg,
  type: 'value_error',
  input,
  ctx: {},
});

export const invalid = (loc: string[], msg: string, input: unknown = null): InvalidRequest =>
  new InvalidRequest([valueError({ loc, msg, input })]);
