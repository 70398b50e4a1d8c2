import type { Caller, Scope } from '../caller.ts';

/** Who requested something for later, with the API key as it is now. Exactly one of the ids is not null. */
export interface Author {
  readonly organization_id: number;
  readonly user_id: number | null;
  readonly api_key_id: number | null;
  readonly connector_name: string | null;
  readonly scopes: readonly Scope[] | null;
}

/** The ids of the caller, to be kept with what is requested for later. */
export const authorOf = (caller: Caller) => ({
  user_id: caller.kind === 'session' ? caller.user_id : null,
  api_key_id: caller.kind === 'session' ? null : caller.api_key_id,
});

/** The author as a caller. The session may have ended; its role was looked at when it made the request. */
export function callerOf({ organization_id, user_id, api_key_id, ...key }: Author): Caller {
  if (api_key_id === null)
    return {
      kind: 'session',
      organization_id,
      user_id: user_id!,
      session_id: 0,
      role: 'operator',
      is_super_admin: false,
      email_verified: true,
    };
  const { connector_name, scopes } = key;
  return { kind: 'api_key', organization_id, api_key_id, connector_name, scopes: scopes ?? [] };
}
