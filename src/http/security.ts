import type { Context } from 'openapi-backend';
import type { Authentication, AnyCaller, Credential } from '../caller.ts';
import { forbidden, type Failure } from '../errors.ts';
import type { RequestState } from './state.ts';

/** The API key, which takes precedence, or the session token. */
export function credentialOf({ req }: RequestState): Credential | undefined {
  const key = req.headers['x-api-key'];
  if (key !== undefined) return { kind: 'api_key', text: String(key) };
  const token = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : { kind: 'session', text: token };
}

/** The session's user; throws 403 if the operation is for sessions only and the caller is an API key. */
export async function sessionOf(
  state: RequestState,
  authentication: Authentication,
): Promise<AnyCaller | false> {
  const credential = credentialOf(state);
  if (!credential || (credential.kind === 'api_key' && state.operation?.apiKey)) return false;
  const caller = await authentication.find(credential);
  if (!caller) return false;
  state.caller = caller;
  if (caller.kind !== 'session') throw apiKeyNotAllowed();
  if (state.operation?.superAdmin && !caller.is_super_admin) {
    throw forbidden('super_admin_required', 'Only a super admin can do this.');
  }
  return caller;
}

export async function apiKeyOf(
  state: RequestState,
  authentication: Authentication,
): Promise<AnyCaller | false> {
  const credential = credentialOf(state);
  if (credential?.kind !== 'api_key') return false;
  state.caller = await authentication.find(credential);
  return state.caller ?? false;
}

const apiKeyNotAllowed = (): Failure =>
  forbidden(
    'api_key_not_allowed',
    'This operation accepts user sessions only. Log in and send the session token, without an API key.',
  );

/** An error from a security handler: its own rejection, or an unreachable database. */
export function refusalIn(context: Context): unknown {
  const results = Object.values(context.security ?? {}) as ({ error?: unknown } | undefined)[];
  return results.find((result) => result?.error !== undefined)?.error;
}
