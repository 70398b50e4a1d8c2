import type { components } from '../generated/api.ts';

export type Scope = components['schemas']['ApiKeyScope'];

/** Who is calling. Data of other organizations does not exist for them. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly organization_id: number;
  readonly user_id: number;
  readonly session_id: number;
  readonly is_super_admin: boolean;
}

export interface ApiKeyCaller {
  readonly kind: 'api_key';
  readonly organization_id: number;
  readonly api_key_id: number;
  readonly connector_name: string | null;
  readonly scopes: readonly Scope[];
}

export type Caller = SessionCaller | ApiKeyCaller;

/** What a request says who sends it. */
export interface Credential {
  readonly kind: Caller['kind'];
  readonly text: string;
}

export interface Authentication {
  /** Who the credential belongs to; undefined for one that is unknown, expired or archived. */
  find(credential: Credential): Promise<Caller | undefined>;
  /** Whether it was good when it was last looked up here; looks nothing up. */
  wasGood(credential: Credential): boolean;
}
