import type { Selectable } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { Invitations } from '../../../generated/database.ts';
import { type Revised, revisedBy, tagged } from '../../http/etag.ts';
import type { Timestamp } from '../../timestamp.ts';
import { statusOf } from './rules.ts';

export type InvitationRow = Selectable<Invitations>;

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

/** It changes with each email, which has another token. */
export const revised = ({ id, token_hash }: InvitationRow): Revised =>
  revisedBy(id, [token_hash.toString('base64')]);

export const shown = (row: InvitationRow, now: Timestamp) =>
  tagged(invitation(row, now), revised(row));
