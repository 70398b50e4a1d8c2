import type { Selectable } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { Invitations } from '../../../generated/database.ts';
import type { Timestamp } from '../../timestamp.ts';
import { statusOf } from './rules.ts';

export type InvitationRow = Omit<Selectable<Invitations>, 'token_hash'>;

export const invitation = (
  row: InvitationRow,
  now: Timestamp,
): components['schemas']['Invitation'] => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: statusOf(row.expires_at, now),
  invited_by: row.invited_by,
  created_at: row.created_at,
  expires_at: row.expires_at,
});
