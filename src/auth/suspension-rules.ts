import type { SessionCaller } from '../caller.ts';
import type { Timestamp } from '../timestamp.ts';

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
