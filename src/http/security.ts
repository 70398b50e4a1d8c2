import type { IncomingMessage } from 'node:http';
import type {
  AnyCaller,
  Authentication,
  Caller,
  Credential,
  Scope,
  SessionCaller,
} from '../caller.ts';
import {
  type Failure,
  forbidden,
  notFound,
  organizationSuspended,
  roleRequired,
  runHeldByAnother,
  unauthorized,
} from '../errors.ts';
import type { Operation } from './operations.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RequestState } from './state.ts';

const bearer = /^Bearer +(\S+)$/i;

/** The API key, which takes precedence, or the session token. */
export function credentialOf({ headers }: IncomingMessage): Credential | undefined {
  const key = headers['x-api-key'];
  if (key !== undefined) return { kind: 'api_key', text: String(key) };
  if (headers.authorization === undefined) return undefined;
  const token = bearer.exec(headers.authorization)?.[1];
  return token === undefined ? undefined : { kind: 'session', text: token };
}

/** Whether operations need a credential. */
export const isSecured = ({ session, apiKey }: Operation): boolean => session || apiKey;

/**
 * Finds the caller of a secured operation and counts the request against its limit. Throws 401 without a valid
 * credential, 403 if the operation is not for callers of its kind or their organization is suspended, and 429.
 */
export function identify(
  operation: Operation,
  state: RequestState,
  credential: Credential | undefined,
  { authentication, limit }: { authentication: Authentication; limit: RateLimit },
): void | Promise<void> {
  // A session is no key.
  const isUsable = credential !== undefined && (credential.kind === 'api_key' || operation.session);
  if (!isUsable) return identified(operation, state, limit, undefined);
  const known = authentication.known(credential);
  if (known) return identified(operation, state, limit, known);
  return authentication.find(credential).then(
    (caller) => identified(operation, state, limit, caller),
    (error: unknown) => {
      // A failed lookup is a server error, not the caller's.
      limit.identified(state, 'undecided');
      throw error;
    },
  );
}

function identified(
  operation: Operation,
  state: RequestState,
  limit: RateLimit,
  caller: AnyCaller | undefined,
): void {
  // The limit counts by it.
  state.caller = caller;
  limit.identified(state, caller ? 'known' : 'refused');
  accept(operation, state, caller);
}

/**
 * Repeats the checks of the caller after a body has arrived, which can take minutes: meanwhile the session may have
 * ended, the key been archived or the organization suspended.
 */
export function identifyAgain(
  operation: Operation,
  state: RequestState,
  credential: Credential | undefined,
  { authentication }: { readonly authentication: Authentication },
): void | Promise<void> {
  if (credential === undefined || authentication.known(credential) === state.caller) return;
  return authentication.find(credential).then((caller) => accept(operation, state, caller));
}

function accept(operation: Operation, state: RequestState, caller: AnyCaller | undefined): void {
  state.caller = caller;
  if (!caller) throw unauthorized();
  if (caller.kind === 'run_token' && caller.is_replaced)
    throw isOfRun(operation.scope) ? runHeldByAnother() : unauthorized();
  // A run's token outlives the suspension: its call may be in progress.
  if (caller.kind !== 'run_token' && caller.suspension && !mayRestore(operation, caller))
    throw organizationSuspended(caller.suspension);
  if (caller.kind !== 'session') {
    if (!operation.apiKey) throw apiKeyNotAllowed();
  } else if (operation.superAdmin && !caller.is_super_admin) {
    throw forbidden('super_admin_required', 'Only a super admin can do this.');
  }
}

/** Whether the caller owns an organization that was deleted, and the operation is for its owners. */
const mayRestore = ({ forDeleted }: Operation, caller: Caller): boolean =>
  forDeleted &&
  caller.kind === 'session' &&
  caller.role === 'owner' &&
  caller.suspension?.is_deleted === true;

const apiKeyNotAllowed = (): Failure =>
  forbidden(
    'api_key_not_allowed',
    'This operation accepts user sessions only. Log in and send the session token, without an API key.',
  );

/** Throws 403 if the caller may not use the operation, and 404 if a run token is of another run. */
export function requirePermission(operation: Operation, { caller, params }: RequestState): void {
  if (caller?.kind === 'session') {
    requireRole(operation, caller);
    requireVerified(operation, caller);
  } else if (caller !== undefined) {
    requireScope(operation, caller);
    requireOwnRun(params, caller);
  }
}

/** The scope that includes another: whoever may read everything may read one run. */
export const including: Readonly<Partial<Record<Scope, Scope>>> = {
  'run:read': 'read',
  'run:write': 'runs:write',
  'run:act': 'calls:place',
  // Keys made before there was a scope for consents keep recording them.
  'consents:write': 'telephony:write',
};

/** Whether a scope is one that run tokens can have. */
export const isOfRun = (scope: Scope | undefined): boolean => scope?.startsWith('run:') ?? false;

/** Throws 403 `role_required` if the user's role is not among the operation's. */
function requireRole({ roles }: Operation, { role }: SessionCaller): void {
  if (roles === undefined || roles.includes(role)) return;
  throw roleRequired(role, roles);
}

/**
 * Throws 403 `email_not_verified` if the user has not confirmed the address: such a user may read, and do what every role
 * may.
 */
function requireVerified({ method, roles }: Operation, { email_verified }: SessionCaller): void {
  if (email_verified || method === 'GET' || roles?.includes('viewer')) return;
  throw forbidden(
    'email_not_verified',
    'Your email address is not verified. Confirm it with the email that was sent to it; requestEmailVerification sends another one.',
  );
}

/**
 * Throws 403 `insufficient_scope` if the caller is a key or token without the operation's scope. Sessions need none; an
 * operation without a scope is for every key, but not for the tokens of runs.
 */
export function requireScope(
  { scope }: Pick<Operation, 'scope'>,
  caller: AnyCaller | undefined,
): void {
  if (caller === undefined || caller.kind === 'session') return;
  if (scope === undefined) {
    if (caller.kind === 'api_key') return;
    const detail =
      'The token of a run reaches operations on its run alone. Send an API key or a session token.';
    throw forbidden('insufficient_scope', detail, { required_scope: 'read' });
  }
  if (hasScope(caller.scopes, scope)) return;
  throw forbidden('insufficient_scope', lacking(scope, caller), { required_scope: scope });
}

const lacking = (scope: Scope, { kind }: AnyCaller): string =>
  kind === 'run_token' && isOfRun(scope)
    ? `The token of this run lacks the scope "${scope}", which \`run_token_scopes\` of its workflow's settings can grant.`
    : `This API key lacks the scope "${scope}". Create an API key that has it, or send a session token.`;

/** Whether the scopes have this one, or one that includes it. */
export function hasScope(scopes: readonly Scope[], scope: Scope): boolean {
  const wider = including[scope];
  return scopes.includes(scope) || (wider !== undefined && scopes.includes(wider));
}

/** Throws 404 if the caller has the token of another run than the one in the path. */
function requireOwnRun(
  params: Readonly<Record<string, string>>,
  caller: AnyCaller | undefined,
): void {
  if (caller?.kind !== 'run_token' || params['run_id'] === String(caller.run_id)) return;
  throw notFound('Run', 'run_id');
}
