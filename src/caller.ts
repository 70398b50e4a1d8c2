import type { components } from '../generated/api.ts';
import type { Timestamp } from './timestamp.ts';

export type Scope = components['schemas']['ApiKeyScope'];
export type Role = components['schemas']['Role'];

/** Why the callers of an organization are refused. */
export interface Suspension {
  readonly suspended_at: Timestamp;
  readonly reason: string;
  /** Whether an owner deleted the organization, who can restore it. */
  readonly is_deleted: boolean;
}

/** The authenticated caller. Data of other organizations is invisible to it. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly organization_id: number;
  readonly user_id: number;
  readonly session_id: number;
  readonly role: Role;
  readonly is_super_admin: boolean;
  /** Whether the user has proved to receive emails at the address; until then the user can only read. */
  readonly email_verified: boolean;
  /** That of the organization, if it is suspended. */
  readonly suspension?: Suspension;
}

export interface ApiKeyCaller {
  readonly kind: 'api_key';
  readonly organization_id: number;
  readonly api_key_id: number;
  readonly connector_name: string | null;
  readonly scopes: readonly Scope[];
  readonly suspension?: Suspension;
}

/** An agent runtime with the token of one run. It reaches operations on this run alone. */
export interface RunCaller {
  readonly kind: 'run_token';
  readonly organization_id: number;
  readonly run_id: number;
  /** The handoff by which the agent got the run; null: it is the first agent. */
  readonly handoff_id: number | null;
  /** Another agent has the run: the token is refused. */
  readonly is_replaced?: true;
  readonly scopes: readonly Scope[];
}

/** A user, or a key that the organization created. */
export type Caller = SessionCaller | ApiKeyCaller;
export type AnyCaller = Caller | RunCaller;

/** The credential of a request. A run's token is sent as an API key. */
export interface Credential {
  readonly kind: 'session' | 'api_key';
  readonly text: string;
}

export interface Authentication {
  /** The owner of the credential; undefined if the credential is unknown, expired or archived. */
  find(credential: Credential): Promise<AnyCaller | undefined>;
  /** The owner of a credential that was looked up less than a second ago. Performs no lookup. */
  known(credential: Credential): AnyCaller | undefined;
  /** Whether the credential was valid at its last lookup in this process. Performs no lookup. */
  wasGood(credential: Credential): boolean;
}
