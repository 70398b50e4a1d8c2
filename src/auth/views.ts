import type { components } from '../../generated/api.ts';
import type { StartedSession } from './actions.ts';

type Schemas = components['schemas'];

type UserRow = Omit<Schemas['User'], 'is_email_verified'> & { readonly email_verified: boolean };

export const user = (row: UserRow): Schemas['User'] => ({
  id: row.id,
  email: row.email,
  organization_id: row.organization_id,
  role: row.role,
  is_super_admin: row.is_super_admin,
  is_email_verified: row.email_verified,
});

export const session = (row: UserRow, started: StartedSession): Schemas['StartedSession'] => ({
  access_token: started.access_token,
  token_type: 'bearer',
  expires_at: started.expires_at,
  user: user(row),
});
