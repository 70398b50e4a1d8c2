import type { IncomingMessage } from 'node:http';
import type { AnyCaller, Authentication, Caller, Credential } from '../caller.ts';
import { type Failure, forbidden, organizationSuspended, unauthorized } from '../errors.ts';
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
