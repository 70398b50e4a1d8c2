import type { AnyCaller, Scope, SessionCaller } from '../caller.ts';
import { forbidden, notFound, roleRequired } from '../errors.ts';
import type { Operation } from './operations.ts';

/** The scope that includes another: whoever may read everything may read one run. */
export const including: Readonly<Partial<Record<Scope, Scope>>> = {
  'run:read': 'read',
  'run:write': 'runs:write',
  // Keys made before there was a scope for consents keep recording them.
  'consents:write': 'telephony:write',
};

/** Whether a scope is one that run tokens have. */
export const isOfRun = (scope: Scope | undefined): boolean => scope?.startsWith('run:') ?? false;

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
    'Your email address is not verified. Confirm it with the email that was sent to it; requestEmailVerification sends another one.',
  );
}

/**
 * Throws 403 `insufficient_scope` if the caller is a key or token without the operation's scope. Sessions need none; an
 * operation without a scope is for every key, but not for the tokens of runs.
 */
export function requireScope({ scope }: Operation, caller: AnyCaller | undefined): void {
  if (caller === undefined || caller.kind === 'session') return;
  if (scope === undefined) {
    if (caller.kind === 'api_key') return;
    const detail =
      'The token of a run reaches operations on its run alone. Send an API key or a session token.';
    throw forbidden('insufficient_scope', detail, { required_scope: 'read' });
  }
  if (hasScope(caller.scopes, scope)) return;
  throw forbidden(
    'insufficient_scope',
    `This API key lacks the scope "${scope}". Create an API key that has it, or send a session token.`,
    { required_scope: scope },
  );
}

/** Whether the scopes have this one, or one that includes it. */
export function hasScope(scopes: readonly Scope[], scope: Scope): boolean {
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
