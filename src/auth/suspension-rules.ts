import type { SessionCaller } from '../caller.ts';
import type { Timestamp } from '../timestamp.ts';

interface Columns {
  readonly suspended_at: Timestamp | null;
  readonly suspension_reason: string | null;
}

/** The suspension of a caller's organization, if it is suspended. */
export const suspensionOf = ({
  suspended_at,
  suspension_reason: reason,
}: Columns): Pick<SessionCaller, 'suspension'> =>
  suspended_at === null || reason === null ? {} : { suspension: { suspended_at, reason } };
