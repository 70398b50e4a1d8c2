import type { components } from '../../generated/api.ts';
import type { StartedSession } from './actions.ts';

type Schemas = components['schemas'];

export const session = (
  user: Schemas['User'],
  started: StartedSession,
): Schemas['StartedSession'] => ({
  access_token: started.access_token,
  token_type: 'bearer',
  expires_at: started.expires_at,
  user: {
    id: user.id,
    email: user.email,
    organization_id: user.organization_id,
    role: user.role,
    is_super_admin: user.is_super_admin,
    email_verified: user.email_verified,
  },
});
