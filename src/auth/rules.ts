import type { Scope, Caller, SessionCaller } from '../caller.ts';
import type { Timestamp } from '../timestamp.ts';

const withConnector: readonly Scope[] = [
  'read',
  'calls:place',
  'campaigns:control',
  'approvals:propose',
];
const withoutConnector: readonly Scope[] = [
  'read',
  'workflows:write',
  'runs:write',
  'calls:place',
  'campaigns:write',
  'campaigns:control',
  'approvals:propose',
  'telephony:write',
  'do_not_call:write',
  'webhooks:write',
  'voice:write',
  'models:write',
];

/** The scopes of an API key that is created without `scopes`. */
export const defaultScopes = (connectorName: string | null): readonly Scope[] =>
  connectorName === null ? withoutConnector : withConnector;

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

interface Columns {
  readonly suspended_at: Timestamp | null;
  readonly suspension_reason: string | null;
  readonly deleted_at: Timestamp | null;
}

const deletion = 'An owner has deleted the organization. Owners can log in and restore it.';

/** The suspension of a caller's organization, if it is suspended; one that was deleted is suspended too. */
export function suspensionOf({
  suspended_at,
  suspension_reason: reason,
  deleted_at,
}: Columns): Pick<SessionCaller, 'suspension'> {
  if (suspended_at !== null && reason !== null)
    return { suspension: { suspended_at, reason, is_deleted: false } };
  if (deleted_at === null) return {};
  return { suspension: { suspended_at: deleted_at, reason: deletion, is_deleted: true } };
}
