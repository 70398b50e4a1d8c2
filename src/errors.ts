import type { components } from '../generated/api.ts';

export type ProblemCode = components['schemas']['ProblemCode'];

export type FaultType = components['schemas']['ValidationFaultType'];

/** One error of a request, as the contract's ValidationFault shows it. */
export interface Fault {
  loc: string[];
  msg: string;
  type: FaultType;
  input: unknown;
  ctx: Record<string, unknown>;
}

/** What kind of failure it is, whatever is to blame. */
export type FailureKind =
  | 'misdirected'
  | 'unauthorized'
  | 'forbidden'
  | 'malformed'
  | 'too_late'
  | 'headers_too_large'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'too_large'
  | 'unsupported'
  | 'too_many'
  | 'unavailable'
  | 'bad_gateway'
  | 'gateway_timeout';

interface Problem {
  readonly kind: FailureKind;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly members?: Record<string, unknown>;
  /** After how many seconds another try may succeed. */
  readonly retryAfterSeconds?: number;
  /** The quota that is used up. */
  readonly quota?: Quota;
}

/** An error that the caller can act on. Every other error is a 500. */
export class Failure extends Error {
  readonly problem: Problem;
  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.problem = problem;
  }
}

/** A request that does not match the contract. */
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

export const unauthorized = (): Failure =>
  new Failure({
    kind: 'unauthorized',
    code: 'unauthorized',
    detail:
      'Send a session token as "Authorization: Bearer <token>", or an API key as "X-API-Key". Unknown, expired and archived credentials are rejected.',
  });

/** The token was that of an agent of the run, and another agent has it. */
export const runHeldByAnother = (): Failure =>
  new Failure({
    kind: 'unauthorized',
    code: 'run_held_by_another_agent',
    detail: 'Another agent has the run. Its token replaces this one.',
  });

export const wrongCredentials = (): Failure =>
  new Failure({
    kind: 'unauthorized',
    code: 'wrong_credentials',
    detail: 'No user has this email address and password.',
  });

export const forbidden = (
  code: ProblemCode,
  detail: string,
  members: Record<string, unknown> = {},
): Failure => new Failure({ kind: 'forbidden', code, detail, members });

/** `reason` is the operator's, or says that an owner has deleted the organization. */
export const organizationSuspended = ({
  reason,
  suspended_at,
  is_deleted,
}: {
  readonly reason: string;
  readonly suspended_at: string;
  readonly is_deleted: boolean;
}): Failure =>
  forbidden(
    'organization_suspended',
    is_deleted
      ? 'The organization was deleted, and its data is removed 30 days later. Ask an owner to restore it (`restoreCurrentOrganization`).'
      : 'The organization is suspended; `reason` says why. Its data is kept. Ask the operator of the service to resume it.',
    { reason, suspended_at },
  );

/** `role` is the user's, `required` are those that may. */
export const roleRequired = (role: string, required: readonly string[]): Failure =>
  forbidden(
    'role_required',
    `Your role "${role}" does not allow this. It takes ${required.length > 1 ? 'one of ' : ''}${required.join(', ')}.`,
    { required_roles: required },
  );

/**
 * The object does not exist or belongs to another organization; the response does not say which. `param` is the
 * parameter or member of the body that names it.
 */
export const notFound = (noun: string, param?: string): Failure =>
  new Failure({
    kind: 'not_found',
    code: 'not_found',
    detail: `${noun} not found.`,
    members: param === undefined ? {} : { param },
  });

export const noCacheDirectory = (detail: string): Failure =>
  new Failure({ kind: 'not_found', code: 'no_cache_directory', detail });

export const conflict = (
  code: ProblemCode,
  detail: string,
  members: Record<string, unknown> = {},
): Failure => new Failure({ kind: 'conflict', code, detail, members });

/** There are as many as there can be of what the name says; it is that of `getOrganizationLimits`, if it is there. */
export const limitReached = (
  limit_name: string,
  {
    limit,
    detail,
    ...members
  }: Record<string, unknown> & { readonly limit: number; readonly detail: string },
): Failure => conflict('limit_reached', detail, { limit_name, limit, ...members });

/** `param` is the parameter or member that says which address. */
export const emailExists = (param = 'email'): Failure =>
  conflict(
    'email_exists',
    'A user with this email address already exists. Use another address, or log in if this one is yours.',
    { param },
  );

export const methodNotAllowed = (method: string, allowed: readonly string[]): Failure =>
  new Failure({
    kind: 'method_not_allowed',
    code: 'method_not_allowed',
    detail: `${method} is not allowed on this path; use ${allowed.join(', ')}.`,
    members: { allowed },
  });

/** `isWeak`: the header has a weak tag. */
export const preconditionFailed = (isWeak: boolean): Failure =>
  new Failure({
    kind: 'precondition_failed',
    code: 'precondition_failed',
    detail: isWeak
      ? 'A weak tag (W/"...") in If-Match never matches. Send the ETag of the object as it was sent, without W/; a proxy that compresses may have added it.'
      : 'The object has changed since you read it. Read it again and repeat your change.',
  });

/** A limit of `limit` `things` per window. Callers see its name. */
export interface Quota {
  readonly name: string;
  readonly limit: number;
  readonly things: string;
  readonly windowSeconds: number;
}

export const tooMany = (quota: Quota, seconds: number): Failure =>
  new Failure({
    kind: 'too_many',
    code: 'too_many_requests',
    detail: `The limit of ${quota.limit} ${quota.things} in ${quota.windowSeconds} seconds is reached. Try again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
    quota,
  });

/** Too many operations of one kind are in progress; there is room when one of them ends. */
export const tooManyAtOnce = (detail: string, seconds = 1): Failure =>
  new Failure({
    kind: 'too_many',
    code: 'too_many_requests',
    detail,
    retryAfterSeconds: seconds,
  });

/** The queue for log-ins and sign-ups is full; it moves within a second. */
export const busy = (): Failure =>
  tooManyAtOnce('Too many log-ins and sign-ups are waiting. Try again in 1 second.');

/**
 * The organization uses its share of the database connections, and too many of its requests wait or this one waited too
 * long.
 */
export const crowded = (): Failure =>
  tooManyAtOnce(
    'Too many requests of your organization are waiting for the database. Nothing was changed; try again in 1 second with fewer concurrent requests.',
  );

/** The maximum number of event streams is open; closing one makes room. */
export const tooManyStreams = (limit: number, whose: 'caller' | 'organization'): Failure =>
  new Failure({
    kind: 'too_many',
    code: 'too_many_streams',
    detail: `The ${whose}'s limit of ${limit} open event streams is reached. Close one and try again.`,
    members: { limit },
    retryAfterSeconds: 5,
  });

/** All of the organization's call slots are in use; one becomes free when a call ends. */
export const tooManyCalls = (limit: number): Failure =>
  new Failure({
    kind: 'too_many',
    code: 'concurrent_call_limit_reached',
    detail: `The organization's limit of ${limit} concurrent calls is reached. Try again when a call has ended.`,
    members: { limit },
    retryAfterSeconds: 5,
  });

export const unavailable = (detail: string, cause?: unknown): Failure =>
  new Failure(
    { kind: 'unavailable', code: 'unavailable', detail, retryAfterSeconds: 5 },
    { cause },
  );

/** The store of files, another server, does not answer. */
export const storageAway = (cause: unknown): Failure =>
  unavailable('The storage of files is unreachable. Try again shortly.', cause);

/** A disk is full: the database's, or that of files. It takes somebody to make room, so the next try comes later. */
export const storageFull = (cause: unknown): Failure =>
  new Failure(
    {
      kind: 'unavailable',
      code: 'storage_full',
      detail:
        'The service has no room on its disk. Nothing was changed; try again when the operator has made room.',
      retryAfterSeconds: 30,
    },
    { cause },
  );

/** All callers together exceed what this process can handle. This passes within seconds. */
export const overloaded = (detail: string): Failure =>
  new Failure({ kind: 'unavailable', code: 'unavailable', detail, retryAfterSeconds: 1 });

/** Another server, which the caller has named, did not do its part. */
export const badGateway = (
  code: ProblemCode,
  detail: string,
  members: Record<string, unknown> = {},
): Failure => new Failure({ kind: 'bad_gateway', code, detail, members });

export const gatewayTimeout = (code: ProblemCode, detail: string): Failure =>
  new Failure({ kind: 'gateway_timeout', code, detail });

/** An error that spans several fields, or that a schema cannot express. */
export const valueError = ({ loc, msg, input }: Pick<Fault, 'loc' | 'msg' | 'input'>): Fault => ({
  loc,
  msg,
  type: 'value_error',
  input,
  ctx: {},
});

export const invalid = (loc: string[], msg: string, input: unknown = null): InvalidRequest =>
  new InvalidRequest([valueError({ loc, msg, input })]);
