import type { Scope } from '../caller.ts';

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
