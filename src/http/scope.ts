import type { AnyCaller, Scope, SessionCaller } from '../caller.ts';
import { forbidden, notFound, roleRequired } from '../errors.ts';
import type { Operation } from './operations.ts';

/** The scope that includes another: whoever may read everything may read one run. */
const including: Readonly<Partial<Record<Scope, Scope>>> = {
  'run:read': 'read',
  'run:write': 'runs:write',
};

/** Whether a scope is one that run tokens have. */
export const isOfRun = (scope: Scope | undefined): boolean =>
  scope !== undefined && Object.hasOwn(including, scope);

/** Throws 403 `role_required` if the user's role is not among the operation's. */
export function requireRole({ roles }: Operation, { role }: SessionCaller): void {
  if (roles === undefined || roles.includes(role)) return;
  throw roleRequired(role, roles);
}

/**
 * Throws 403 `email_not_verified` if the user has not confirmed the address: such a user may read, and do what every role
 * may.
 */
export function requireVerified(
  { method, roles }: Operation,
  { email_verified }: SessionCaller,
): void {
  if (email_verified || method === 'GET' || roles?.includes('viewer')) return;
  throw forbidden(
    'email_not_verified',
    'Your email address is not verified. Confirm it with the mail that was sent to it; requestEmailVerification sends another one.',
  );
}

/** Throws 403 `insufficient_scope` if the caller is a key or token without the operation's scope. Sessions need none. */
export function requireScope({ scope }: Operation, caller: AnyCaller | undefined): void {
  if (caller === undefined || caller.kind === 'session') return;
  if (scope !== undefined && hasScope(caller.scopes, scope)) return;
  throw forbidden(
    'insufficient_scope',
    `This API key lacks the scope "${scope}". Create an API key that has it, or send a session token.`,
    { required_scope: scope },
  );
}

function hasScope(scopes: readonly Scope[], scope: Scope): boolean {
  const wider = including[scope];
  return scopes.includes(scope) || (wider !== undefined && scopes.includes(wider));
}

/** Throws 404 if the caller has the token of another run than the one in the path. */
export function requireOwnRun(
  params: Readonly<Record<string, string>>,
  caller: AnyCaller | undefined,
): void {
  if (caller?.kind !== 'run_token' || params['run_id'] === String(caller.run_id)) return;
  throw notFound('Run', 'run_id');
}
